package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

var policyUsage = usage.Verb{
	Name: "policy", Line: "what is in force here; permissions",
	Text: `show prints what is in force here, and from which file. check reads the files
and tries their rules on their own examples: exit status 1 if something is wrong,
125 if a file cannot be used. allow lets commands of that pattern run unasked.
revoke takes that back, by the pattern or its number in show. trust shows what was
changed by something else than these, or by you in an editor, and confirms it: what
loosens there holds only then. After a restart of the machine it is asked once.

` + policyText,
	Verbs: []usage.Verb{
		{Name: "show", Line: "what is in force, and from which file"},
		{Name: "check", Args: []string{"[FILE…]"}, Line: "whether the files are right", Takes: usage.File},
		{Name: "allow", Args: []string{"'PATTERN' [--here] [--for 8h]"}, Line: "let commands run unasked", Flags: []*usage.Flag{
			{Name: "here", Text: "only in this folder and below"},
			{Name: "for", Value: "D", Text: "only for that long: 30m, 8h, 7d"},
		}},
		{Name: "revoke", Args: []string{"PATTERN|NUMBER"}, Line: "take a permission back"},
		{Name: "trust", Line: "confirm what was changed in a file", Flags: []*usage.Flag{
			{Name: "yes", Text: "without a question, for who sets machines up"},
		}},
	},
}

var policyPage = usage.Page{
	Name: "hermes-exec.yaml", Section: 5, Line: "policy of hermes-exec", Text: policyText, See: "hermes-exec(1)",
}

const policyText = `Policy is YAML. /etc/hermes/exec.yaml is the machine's, $HERMES_HOME/exec.yaml
yours, and .hermes/exec.yaml in this folder or above it the project's, which can
only tighten:

  preset: strict
  sudo_stdin: true            # sudo -S may be given a password
  kernel_guard: auto          # Linux; on: even where sudo fails under it; off
  exec_guard: auto            # programs a command starts are judged, too; on, off
  below: ask                  # what of it asks: what reaches others; hardline; off
  llm:                        # a second opinion, where a person is asked
    base_url: http://127.0.0.1:11434/v1 # any OpenAI-compatible API
    model: qwen3
    key_env: OPENAI_API_KEY   # the variable that holds the key, if it wants one
  screen:                     # Llama Guard in Ollama reads what is sent
    base_url: http://127.0.0.1:11434 # this is the default, and so is the model
    model: llama-guard3:8b
  notify:                     # who is told what waits, tried in order
    - {service: telegram, chat: 12345}  # discord, slack, ntfy, webhook, desktop
  deny: [git push --force *]  # always refused
  allow: [git push origin *]  # runs unasked; * as the last word is any operands
  tiers: {containers.*: HIGH} # of built-in rules, by name or family
  rules:
    - id: team.deploy
      tier: HIGH
      why: it deploys to production
      match: {programs: [deploy], any: [--prod]}
      yes: [deploy --prod]
      no: [deploy --dry-run]

match takes programs, sub, any, all, none and operand, which are words, and
reads, writes and deletes, which are files. No policy lowers the hardline.`
