// Peers puts labelled commands to guards that are an agent's hook before each
// call, and counts what they say: each is told of the call as Claude Code does
// it, and started anew each time, as it is by the agent. Nothing of it runs. They
// take turns, case by case, so that whatever else the machine does meets all.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// labelled is one line of the file of cases.
type labelled struct {
	ID, Cmd, Expect string // hardline, ask or allow
}

// guard is a hook, and what it has said.
type guard struct {
	name string
	env  []string
	argv []string

	said   map[string]map[string]int // by expectation, how often what
	missed []string
	took   []time.Duration
}

func main() {
	missed := flag.Bool("missed", false, "name the cases each guard gets wrong")
	dir := flag.String("dir", ".", "the project that the agent works in")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: peers [-missed] [-dir PROJECT] CASES NAME=[VARIABLE=VALUE ]COMMAND…")
	}
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(*dir, flag.Arg(0), flag.Args()[1:], *missed); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func compare(dir, file string, named []string, missed bool) error {
	cases, err := readCases(file)
	if err != nil {
		return err
	}
	guards, err := readGuards(named)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	foreign := exec.Command("sleep", "3600") // a process that is nobody's host
	foreign.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := foreign.Start(); err != nil {
		return err
	}
	defer func() { foreign.Process.Kill(); foreign.Wait() }()
	pids := strings.NewReplacer("@HOSTPID@", strconv.Itoa(os.Getpid()), "@FOREIGNPID@", strconv.Itoa(foreign.Process.Pid))
	for n, c := range cases {
		event, err := json.Marshal(map[string]any{
			"session_id": "peers", "transcript_path": dir + "/transcript.jsonl", "cwd": dir, "permission_mode": "default",
			"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1",
			"tool_input": map[string]any{"command": pids.Replace(c.Cmd), "description": ""},
		})
		if err != nil {
			return err
		}
		for i := range guards {
			g := &guards[(i+n)%len(guards)]
			if err := g.ask(dir, c, event); err != nil {
				return fmt.Errorf("%s, case %s: %w", g.name, c.ID, err)
			}
		}
	}
	show(guards, cases)
	if missed {
		for _, g := range guards {
			fmt.Printf("\n%s:\n%s", g.name, strings.Join(g.missed, ""))
		}
	}
	return nil
}

func readCases(file string) (list []labelled, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var c labelled
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, c)
	}
	return list, lines.Err()
}

func readGuards(named []string) (list []guard, err error) {
	for _, s := range named {
		name, command, ok := strings.Cut(s, "=")
		g := guard{name: name, said: map[string]map[string]int{"hardline": {}, "ask": {}, "allow": {}}}
		for _, word := range strings.Fields(command) {
			if len(g.argv) == 0 && strings.Contains(word, "=") {
				g.env = append(g.env, word)
				continue
			}
			g.argv = append(g.argv, word)
		}
		if !ok || len(g.argv) == 0 {
			return nil, fmt.Errorf("%s is no NAME=COMMAND", s)
		}
		list = append(list, g)
	}
	return list, nil
}

// ask starts the guard for one call.
func (g *guard) ask(dir string, c labelled, event []byte) error {
	cmd := exec.Command(g.argv[0], g.argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, append(os.Environ(), g.env...), bytes.NewReader(event)
	var out bytes.Buffer
	cmd.Stdout = &out
	began := time.Now()
	err := cmd.Run()
	g.took = append(g.took, time.Since(began))
	var exit *exec.ExitError
	said := "nothing"
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 2:
		said = "deny"
	case err != nil:
		return err
	case len(bytes.TrimSpace(out.Bytes())) > 0:
		var answer struct {
			Specific struct {
				Decision string `json:"permissionDecision"`
			} `json:"hookSpecificOutput"`
		}
		if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
			return fmt.Errorf("it says %q: %w", out.String(), err)
		}
		if answer.Specific.Decision != "" {
			said = answer.Specific.Decision
		}
	}
	g.said[c.Expect][said]++
	if wrong := c.Expect == "allow" && (said == "deny" || said == "ask") || c.Expect != "allow" && said != "deny" && said != "ask"; wrong {
		g.missed = append(g.missed, fmt.Sprintf("  %-9s %-8s %s: %.100q\n", c.Expect, said, c.ID, c.Cmd))
	}
	return nil
}

func show(guards []guard, cases []labelled) {
	count := make(map[string]int)
	for _, c := range cases {
		count[c.Expect]++
	}
	fmt.Printf("%d cases, each told to every guard in turn as Claude Code's hook; nothing said counts as let pass\n\n", len(cases))
	fmt.Printf("| guard | must be blocked (%d): denied, asked, let pass | must be asked (%d): denied, asked, let pass | must run (%d): let pass, false alarms | median | p90 |\n", count["hardline"], count["ask"], count["allow"])
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, g := range guards {
		slices.Sort(g.took)
		ms := func(part int) float64 { return float64(g.took[len(g.took)*part/10]) / float64(time.Millisecond) }
		three := func(expect string) string {
			s := g.said[expect]
			return fmt.Sprintf("%d, %d, %d", s["deny"], s["ask"], count[expect]-s["deny"]-s["ask"])
		}
		alarms := g.said["allow"]["deny"] + g.said["allow"]["ask"]
		fmt.Printf("| %s | %s | %s | %d, %d | %.1f ms | %.1f ms |\n", g.name, three("hardline"), three("ask"), count["allow"]-alarms, alarms, ms(5), ms(9))
	}
}
