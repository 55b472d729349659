package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// text is one thing to judge.
type text struct {
	Source string `json:"source"` // where it stands: a file of testdata, or "rules/ID"
	Cmd    string `json:"cmd"`
	Dir    string `json:"dir,omitempty"`    // "" is the world's
	Home   string `json:"home,omitempty"`   // "" is the world's
	Action string `json:"action,omitempty"` // "" is none
	Preset string `json:"preset,omitempty"` // "" is standard
	Want   string `json:"want,omitempty"`   // "hardline", "ask", "allow"; "" where nobody has said
}

// id is the same for the same question, wherever it is asked.
func (t *text) id() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{t.Cmd, t.Dir, t.Home, t.Action, t.Preset}, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// collect gathers the texts of a checkout's testdata, the examples of the rules
// that are built in here, and those of further files of labelled commands.
func collect(root string, files []string) ([]*text, error) {
	var all []*text
	for _, read := range []func(string) ([]*text, error){attacks, risky, benign, commands, documents, fidelity, events, scripts} {
		texts, err := read(filepath.Join(root, "testdata"))
		if err != nil {
			return nil, err
		}
		all = append(all, texts...)
	}
	for _, r := range tiers.Rules() {
		preset := ""
		if r.Tier <= tiers.Low {
			preset = tiers.Strict // it speaks there only
		}
		for _, cmd := range r.Yes {
			all = append(all, &text{Source: "rules/" + r.ID, Cmd: cmd, Preset: preset})
		}
		for _, cmd := range r.No {
			all = append(all, &text{Source: "rules/" + r.ID, Cmd: cmd})
		}
	}
	for _, file := range files {
		texts, err := labelled(file)
		if err != nil {
			return nil, err
		}
		all = append(all, texts...)
	}
	return all, nil
}

// attacks.jsonl is of somebody else's machine.
func attacks(testdata string) ([]*text, error) {
	return lines(testdata, "attacks.jsonl", func(line []byte, t *text) error {
		t.Dir, t.Home = "/work/project", "/home/u"
		return json.Unmarshal(line, t)
	})
}

func risky(testdata string) ([]*text, error) {
	return lines(testdata, "risky.jsonl", func(line []byte, t *text) error {
		t.Want = tiers.Ask
		return json.Unmarshal(line, t)
	})
}

func benign(testdata string) ([]*text, error) {
	return lines(testdata, "benign.jsonl", func(line []byte, t *text) error {
		if err := json.Unmarshal(line, t); err != nil {
			return err
		}
		if strings.HasPrefix(t.Dir, "/root/") {
			t.Home = "/root"
		}
		t.Want = tiers.Allow
		return nil
	})
}

func commands(testdata string) ([]*text, error) {
	return lines(testdata, "commands.tsv", func(line []byte, t *text) error {
		want, cmd, _ := strings.Cut(string(line), "\t")
		if strings.Contains(cmd, "<<EOT") {
			cmd = strings.ReplaceAll(cmd, `\n`, "\n")
		}
		t.Cmd, t.Want = cmd, want
		if want == tiers.Block {
			t.Want = hardline
		}
		return nil
	})
}

func documents(testdata string) ([]*text, error) {
	var strict []*text
	texts, err := lines(testdata, "documents.tsv", func(line []byte, t *text) error {
		f := strings.Split(string(line), "\t")
		if len(f) < 3 {
			return fmt.Errorf("%d fields", len(f))
		}
		if f[1] != "-" {
			t.Action = f[1]
		}
		t.Cmd = strings.ReplaceAll(f[2], `\n`, "\n")
		again := *t
		again.Preset = tiers.Strict
		strict = append(strict, &again)
		return nil
	})
	return append(texts, strict...), err
}

// lines reads a file of testdata/tiers, without its comments.
func lines(testdata, file string, read func(line []byte, t *text) error) ([]*text, error) {
	data, err := os.ReadFile(filepath.Join(testdata, "tiers", file))
	if err != nil {
		return nil, err
	}
	var texts []*text
	for n, line := range bytes.Split(data, []byte("\n")) {
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		t := &text{Source: file}
		if err := read(line, t); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
		texts = append(texts, t)
	}
	return texts, nil
}

// fidelity are whole scripts.
func fidelity(testdata string) ([]*text, error) {
	return files(testdata, "fidelity/*.sh", func(data string) []string { return []string{data} })
}

var (
	eventCommand = regexp.MustCompile(`"command"\s*:\s*("(?:[^"\\]|\\.)*")`)
	quotedWord   = regexp.MustCompile(`'(?:[^']|'')*'`)
)

// events are what agents' hooks were told.
func events(testdata string) ([]*text, error) {
	return files(testdata, "hooks/*.txtar", func(data string) (found []string) {
		for _, m := range eventCommand.FindAllStringSubmatch(data, -1) {
			var cmd string
			if json.Unmarshal([]byte(m[1]), &cmd) == nil {
				found = append(found, cmd)
			}
		}
		return found
	})
}

// scripts are the texts that the tests of the whole program give it: the quoted
// words of a line that names it, or the test's own word for judging.
func scripts(testdata string) ([]*text, error) {
	return files(testdata, "script/*.txtar", func(data string) (found []string) {
		for line := range strings.Lines(data) {
			if !strings.Contains(line, "hermes-exec") && !strings.HasPrefix(line, "judged ") {
				continue
			}
			for _, word := range quotedWord.FindAllString(line, -1) {
				found = append(found, strings.ReplaceAll(word[1:len(word)-1], "''", "'"))
			}
		}
		return found
	})
}

func files(testdata, pattern string, read func(data string) []string) ([]*text, error) {
	names, err := filepath.Glob(filepath.Join(testdata, pattern))
	if err != nil {
		return nil, err
	}
	var texts []*text
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for _, cmd := range read(string(data)) {
			texts = append(texts, &text{Source: filepath.Base(name), Cmd: cmd})
		}
	}
	return texts, nil
}

// labelled reads a file of commands with what a careful reader expects of them:
// a line of JSON each, cmd and expect.
func labelled(name string) ([]*text, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	pids := strings.NewReplacer("@HOSTPID@", agentPID, "@FOREIGNPID@", foreignPID)
	var texts []*text
	in := bufio.NewScanner(f)
	in.Buffer(nil, 4<<20)
	for n := 1; in.Scan(); n++ {
		var c struct{ Cmd, Expect string }
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		texts = append(texts, &text{Source: filepath.Base(name), Cmd: pids.Replace(c.Cmd), Want: c.Expect})
	}
	return texts, in.Err()
}
