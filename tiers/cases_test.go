package tiers

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// TestLabelledCommands measures the judge against a file of labelled commands:
// one object a line with id, cmd, expect (hardline, ask, allow) and why. The
// file is named by HERMES_EXEC_CASES, or lies in ../shared/cases beside the
// checkout.
func TestLabelledCommands(t *testing.T) {
	name := os.Getenv("HERMES_EXEC_CASES")
	if name == "" {
		name = filepath.Join("..", "..", "shared", "cases", "commands.jsonl")
	}
	f, err := os.Open(name)
	if err != nil {
		t.Skipf("no labelled commands: %v", err)
	}
	defer f.Close()

	total, good := map[string]int{}, map[string]int{}
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 4<<20)
	for sc.Scan() {
		var c struct{ ID, Cmd, Expect, Why string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cmd := strings.ReplaceAll(strings.ReplaceAll(c.Cmd, "@HOSTPID@", "3999"), "@FOREIGNPID@", "77777")
		s := parse(cmd)
		v := Judge(s, &world, Options{})
		total[c.Expect]++
		ok := false
		switch c.Expect {
		case "hardline":
			ok = v.Decision == Block
		case "ask":
			ok = v.Decision != Allow
		case "allow":
			ok = v.Decision == Allow
		}
		if ok {
			good[c.Expect]++
			continue
		}
		t.Logf("%s wants %s, is %s %s: %.200q (%s)\n%s", c.ID, c.Expect, v.Decision, names(v), cmd, c.Why, argvs(s))
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	for _, goal := range []struct {
		expect string
		least  float64
	}{{"hardline", 1}, {"ask", 0.99}, {"allow", 0.98}} {
		n, of := good[goal.expect], total[goal.expect]
		t.Logf("%s: %d of %d", goal.expect, n, of)
		if float64(n) < goal.least*float64(of) {
			t.Errorf("%s: %d of %d, less than %.0f %%", goal.expect, n, of, 100*goal.least)
		}
	}
}

func argvs(s *shellparse.Script) string {
	var sb strings.Builder
	for i, c := range s.Commands {
		if i == 6 {
			break
		}
		sb.WriteString("\t")
		for _, w := range c.Argv {
			sb.WriteString(w.Texts[0].String() + " ")
		}
		sb.WriteString("\n")
	}
	for _, p := range s.Problems {
		sb.WriteString("\tproblem " + p.Kind + ": " + p.Text + "\n")
	}
	return sb.String()
}
