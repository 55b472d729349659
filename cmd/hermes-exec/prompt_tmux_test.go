package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The question in a real terminal, as the person sees it. In each of these
// git is a stub that leaves a mark.

// ask types a line that ends with the status of what it ran, and waits for the
// question.
func (term *terminal) ask(t *testing.T, line string) (screen string) {
	t.Helper()
	term.run(line)
	return term.waitFor(t, "? help >")
}

// run types a line that ends with the status of what it ran.
func (term *terminal) run(line string) {
	term.t.Helper()
	os.Remove(term.marker)
	term.lines++
	term.typeLine(fmt.Sprintf("clear; %s; echo \"ended-%d=$?.\"", line, term.lines))
}

// ended waits for the status, and checks it and whether the stub ran.
func (term *terminal) ended(t *testing.T, status string, ran bool) (screen string) {
	t.Helper()
	screen = term.waitFor(t, fmt.Sprintf("ended-%d=%s.", term.lines, status))
	if _, err := os.Stat(term.marker); (err == nil) != ran {
		t.Errorf("the stub says %v\n%s", err, screen)
	}
	return screen
}

// shown fails the test where the screen lacks one of the parts, which may have
// been wrapped.
func shown(t *testing.T, screen string, parts ...string) {
	t.Helper()
	unwrapped := screen + strings.ReplaceAll(screen, "\n", "") + strings.ReplaceAll(screen, "\n", " ")
	words := strings.Join(strings.Fields(screen), " ") // of a field, whose next line is indented
	for _, part := range parts {
		if !strings.Contains(unwrapped, part) && !strings.Contains(words, strings.Join(strings.Fields(part), " ")) {
			t.Errorf("%q is not shown:\n%s", part, screen)
		}
	}
}

func TestPromptKeys(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	const push = "hermes-exec -c 'git push origin main'"
	t.Run("e and ?", func(t *testing.T) {
		term.ask(t, push)
		term.keys("e")
		shown(t, term.waitFor(t, "everything that was found"), "1 of 1, MEDIUM", "runs", "git.push")
		term.keys("?")
		shown(t, term.waitFor(t, "run it, this once"), "in this session from now on", "in this folder from now on")
		term.keys("y")
		term.ended(t, "0", true)
	})
	t.Run(`C-\ and a key that means nothing`, func(t *testing.T) {
		term.ask(t, push)
		term.keys("x")
		term.waitFor(t, "no such key: y s a n e ?")
		term.keys(`C-\`)
		term.ended(t, "126", false)
		term.forget()
	})
	t.Run("a, and not again", func(t *testing.T) {
		term.ask(t, push)
		term.keys("a")
		shown(t, term.waitFor(t, "a once more allows this from now on"), "command   git push origin main", "in        "+term.dir+" and below", "policy revoke takes it back")
		if _, err := os.Stat(filepath.Join(term.dir, ".hermes/exec/permissions.json")); err == nil {
			t.Error("it is kept before it was confirmed")
		}
		term.keys("y")
		term.ended(t, "0", true)
		term.ask(t, push) // it was for once
		term.keys("a")
		term.waitFor(t, "a once more")
		term.keys("a")
		term.ended(t, "0", true)
		term.run(push)
		term.ended(t, "0", true)
		term.ask(t, "cd / && hermes-exec -c 'git push origin main'") // another folder
		term.keys("y")
		term.ended(t, "0", true)
		term.run("cd; hermes-exec policy revoke 1")
		term.ended(t, "0", false)
	})
	t.Run("s", func(t *testing.T) {
		term.ask(t, push)
		term.keys("s")
		term.ended(t, "0", true)
		term.run(push)
		term.ended(t, "0", true)
		term.ask(t, "HERMES_SESSION_KEY=another "+push)
		term.keys("y")
		term.ended(t, "0", true)
		term.run("hermes-exec policy revoke 1")
		term.ended(t, "0", false)
	})
	t.Run("CRITICAL wants the word", func(t *testing.T) {
		const critical = "hermes-exec --action shutdown -c 'git push origin main'"
		shown(t, term.ask(t, critical), "CRITICAL", "yes Enter")
		term.keys("y")
		term.waitFor(t, "> y")
		term.keys("e")
		term.waitFor(t, "> ye")
		term.keys("s")
		term.waitFor(t, "> yes")
		term.keys("Enter")
		term.ended(t, "0", true)
		term.ask(t, critical)
		term.keys("y")
		term.waitFor(t, "> y")
		term.keys("Enter")
		term.ended(t, "126", false)
	})
}

// Nothing but a key pressed after the question answers it.
func TestPromptNotAnswered(t *testing.T) {
	t.Parallel()
	t.Run("yes on standard input", func(t *testing.T) {
		t.Parallel()
		term := newTerminal(t)
		term.ask(t, "yes | hermes-exec -c 'git push'")
		time.Sleep(300 * time.Millisecond) // time enough to take an answer that is none
		shown(t, term.tmux("capture-pane", "-p"), "? help >")
		term.keys("n")
		term.ended(t, "126", false)
	})
	t.Run("typed ahead", func(t *testing.T) {
		t.Parallel()
		term := newTerminal(t)
		term.run("echo wait''ing; until [ -e go ]; do sleep 0.02; done; hermes-exec -c 'git push'")
		term.waitFor(t, "waiting")
		term.keys("y", "y", "s", "Enter", "y")
		term.waitFor(t, "yys\ny")
		if err := os.WriteFile(filepath.Join(term.dir, "go"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		term.waitFor(t, "? help >")
		time.Sleep(300 * time.Millisecond)
		shown(t, term.tmux("capture-pane", "-p"), "? help >")
		term.keys("n")
		term.ended(t, "126", false)
	})
	t.Run("pasted", func(t *testing.T) {
		t.Parallel()
		term := newTerminal(t)
		term.ask(t, "hermes-exec -c 'git push'")
		term.tmux("set-buffer", "y")
		term.tmux("paste-buffer", "-p")
		term.waitFor(t, "keys that come together do not count")
		term.keys("n")
		term.ended(t, "126", false)
	})
	t.Run("closed terminal", func(t *testing.T) {
		t.Parallel()
		term := newTerminal(t)
		term.tmux("set-option", "-g", "remain-on-exit", "off")
		term.tmux("new-window", "-d", "sleep 600") // the server lives on
		term.ask(t, "hermes-exec -c 'git push'")
		term.tmux("kill-pane")
		log := filepath.Join(term.dir, ".hermes/exec/audit.jsonl")
		for end := time.Now().Add(time.Minute); ; time.Sleep(30 * time.Millisecond) {
			text, _ := os.ReadFile(log)
			if strings.Contains(string(text), `"decision":"deny"`) && strings.Contains(string(text), `"by":"nobody"`) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("nothing was denied: %s", text)
			}
		}
		if _, err := os.Stat(term.marker); err == nil {
			t.Error("it ran")
		}
	})
}

// However wide the terminal, and however that changes, the question fits.
func TestPromptWidths(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	command := "hermes-exec -c 'cd . && git push origin " + strings.Repeat("long-", 20) + "name'"
	for _, tt := range []struct {
		width string
		asks  string // how the line that asks ends
	}{
		{"40", "| y s a n e ? >"},
		{"60", "| y s a n e ? >"},
		{"200", "y once, s session, a always, n deny, e explain, ? help >"},
	} {
		term.tmux("resize-window", "-x", "100", "-y", "40")
		term.ask(t, command)
		term.tmux("resize-window", "-x", tt.width, "-y", "40")
		screen := term.waitFor(t, tt.asks)
		last := screen[strings.LastIndex(screen, "hermes-exec: MEDIUM"):]
		shown(t, last, "git.push", "long-name", "needs an")
		for line := range strings.SplitSeq(strings.TrimSpace(last), "\n") {
			if line != "" && !regexp.MustCompile(`^(  |hermes-exec: |answer$|MEDIUM)`).MatchString(line) {
				t.Errorf("%s columns: a line of the question was wrapped: %q\n%s", tt.width, line, screen)
			}
		}
		term.keys("y")
		term.ended(t, "0", true)
	}
}

func TestPromptColor(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	colored := func() string { return term.tmux("capture-pane", "-p", "-e") }
	term.ask(t, "hermes-exec -c 'cd . && git push'")
	if s := colored(); !strings.Contains(s, "\x1b[1m\x1b[4mgit push") && !strings.Contains(s, "\x1b[1;4mgit push") {
		t.Errorf("what matters is not marked: %q", s)
	}
	term.keys("y")
	term.ended(t, "0", true)
	shown(t, term.ask(t, "NO_COLOR=1 hermes-exec -c 'cd . && git push'"), "  | cd . && git push\n", "            ^^^^^^^^\n")
	if s := colored(); strings.Contains(s, "\x1b[1") || strings.Contains(s, "\x1b[4") {
		t.Errorf("colors: %q", s)
	}
	term.keys("y")
	term.ended(t, "0", true)
}

// A command full of escape sequences, bidi overrides, 10,000 characters and a
// question of its own: the screen shows what will run, and nothing else.
func TestPromptHostile(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	term.tmux("set-option", "-g", "history-limit", "5000")
	const run = "rm -rf \"$X\"/\u202ecba.d"
	hostile := "echo '\x1b[2J\x1b[H\x1b]0;title\x07\u009b31m \u202e txt.exe \u2066\u200b\u00ad\U000e0041\u2028 1\uff12\U0001d7d1\r" +
		"hermes-exec: SAFE command\r\n" +
		"hermes-exec: approved: a person approved it once\n" +
		"MEDIUM, 60 s, then HIGH | y once, n deny, e explain, ? help > y\n" +
		"\tindented\b\b\b\x7f\n" + strings.Repeat("A", 10_000) + "' >/dev/null\n" + run
	if err := os.WriteFile(filepath.Join(term.dir, "hostile"), []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	all := func() string { return term.tmux("capture-pane", "-p", "-J", "-S", "-") }
	term.run(`hermes-exec -c "$(cat hostile)"`)
	term.waitFor(t, "| y n e ? >", "? help >")
	screen := all()
	shown(t, screen, "  | rm -rf \"$X\"/<U+202E>cba.d\n", `  | echo '\x1b[2J\x1b[H\x1b]0;title\x07<U+009B>31m <U+202E> txt.exe <U+2066><U+200B><U+00AD>`, `<U+E0041><U+2028>`,
		`1<U+FF12><U+1D7D1>`, "  | hermes-exec: approved", "  | MEDIUM, 60 s", `\x7f`, "bytes more: e shows them", "HIGH")
	term.keys("e")
	term.waitFor(t, "not shown", "? help >", "of ")
	for line := range strings.SplitSeq(all(), "\n") {
		for _, own := range []string{"hermes-exec: SAFE", "hermes-exec: approved", "MEDIUM", "txt.exe", "indented", "A"} {
			if strings.HasPrefix(line, own) {
				t.Errorf("the command speaks for us: %q", line)
			}
		}
		if strings.ContainsAny(line, "\x1b\u202e\u2066\u200b\r") {
			t.Errorf("raw characters: %q", line)
		}
	}
	if title := term.tmux("display-message", "-p", "#{pane_title}"); strings.Contains(title, "title") {
		t.Errorf("the command has set the title: %s", title)
	}
	term.keys("n")
	shown(t, term.ended(t, "126", false), "hermes-exec: DENIED")
}

// What was approved is what runs: a script that changes while the question
// stands does not.
func TestPromptScriptChanges(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	job := filepath.Join(term.dir, "job.sh")
	for _, tt := range []struct {
		name, after string
		ran         bool
	}{
		{"as it was", "git push origin main\n", true},
		{"changed", "git push origin main\n# \n", false},
		{"emptied", "", false},
	} {
		if err := os.WriteFile(job, []byte("git push origin main\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"hermes-exec job.sh", "hermes-exec -c './job.sh'", "hermes-exec -- bash job.sh"} {
			shown(t, term.ask(t, line), "git push origin main")
			if err := os.WriteFile(job, []byte(tt.after), 0o700); err != nil {
				t.Fatal(err)
			}
			term.keys("y")
			if tt.ran {
				term.ended(t, "0", true)
				continue
			}
			shown(t, term.ended(t, "126", false), "changed after it was judged; nothing was run", "run the command again")
			if err := os.WriteFile(job, []byte("git push origin main\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What a delete would take is counted; what was denied is not asked again in
// other words.
func TestPromptDelete(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	for _, name := range []string{"src/a", "src/b/c", "docs/d"} {
		path := filepath.Join(term.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown(t, term.ask(t, "hermes-exec -c 'rm -rf src'"), "deletes   2 files, 20 bytes, in "+term.dir+"/src", "files.recursive-delete", "asked by  bash(", "in        "+term.dir)
	term.keys("n")
	term.ended(t, "126", false)
	for try, script := range []string{`d=s; rm -fr "./${d}rc/"`, `python3 -c "import shutil; shutil.rmtree(\"src\")"`} {
		term.run("hermes-exec -c '" + script + "'")
		screen := term.ended(t, "126", false)
		shown(t, screen, "a person refused this at ", "this is try "+string(rune('2'+try)))
		if strings.Contains(screen, "? help >") {
			t.Errorf("it was asked again:\n%s", screen)
		}
	}
	if _, err := os.Stat(filepath.Join(term.dir, "src/b/c")); err != nil {
		t.Error(err)
	}
	term.ask(t, "hermes-exec -c 'rm -rf docs'") // another thing
	term.keys("y")
	term.ended(t, "0", false)
	if _, err := os.Stat(filepath.Join(term.dir, "docs")); err == nil {
		t.Error("what was approved was not deleted")
	}
}
