package main

// opencode and pi have no hook that is a command: they load code. These are the
// files that init writes for them, which hand each call to `hermes-exec hook`, and
// let it go on only where that has said so.

// askingJS is what both have in common.
const askingJS = `import { spawn } from "node:child_process"

const command = @HOOK@

function judged(event) {
  return new Promise((resolve, reject) => {
    const hook = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "pipe", "inherit"], cwd: event.cwd })
    let said = ""
    hook.stdout.on("data", (data) => (said += data))
    hook.stdin.on("error", () => {})
    hook.on("error", reject)
    hook.on("close", (status) => {
      try {
        if (status !== 0) throw new Error("it ended with " + status)
        resolve(JSON.parse(said))
      } catch (error) {
        reject(error)
      }
    })
    hook.stdin.end(JSON.stringify(event))
  })
}

`

const opencodePlugin = `// Made by ` + "`hermes-exec init opencode --hook`" + `; --undo removes it.
` + askingJS + `export const HermesExec = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    let answer
    try {
      answer = await judged({ tool: input.tool, args: output.args, cwd: directory })
    } catch (error) {
      throw new Error("hermes-exec: DENIED: its hook failed (" + error.message + "), and without it nothing runs")
    }
    if (answer.block !== false) throw new Error(answer.reason || "hermes-exec: DENIED")
  },
})
`

const piExtension = `// Made by ` + "`hermes-exec init pi --hook`" + `; --undo removes it.
` + askingJS + `export default function (pi) {
  pi.on("tool_call", async (event, ctx) => {
    try {
      const answer = await judged({ tool: event.toolName, args: event.input, cwd: ctx.cwd })
      if (answer.block === false) return
      return { block: true, reason: answer.reason || "hermes-exec: DENIED" }
    } catch (error) {
      return { block: true, reason: "hermes-exec: DENIED: its hook failed (" + error.message + "), and without it nothing runs" }
    }
  })
}
`
