package tiers

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// judgesOwn are the rules that no command's guards lead to, so that [Rules]
// does not list them.
var judgesOwn = []*Rule{
	&tooManyWords, &notUnderstood, &asRoot, &onAnotherMachine, &denied, &maybeDenied, &namedAction, &crisisWords,
	&crisisKeyword, &harmsHostThere, &screenedUnsafe, &notScreened, &unknownRunner, &unknownReader, &unknownWriter,
	&holdsBlockedText,
}

// TestRulesTable holds every rule's tier, and those its examples get, against
// ../testdata/tiers/rules.tsv: no rule is loosened, and none goes, unread.
// HERMES_EXEC_UPDATE=1 writes the table anew, and the change is then there to be
// read.
func TestRulesTable(t *testing.T) {
	const file = "../testdata/tiers/rules.tsv"
	rules := Rules()
	for _, r := range judgesOwn {
		rules = append(rules, *r)
	}
	slices.SortFunc(rules, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	var ids []string
	var table strings.Builder
	table.WriteString("rule\ttier\tstrict\thardline\texamples\n")
	for _, r := range rules {
		ids = append(ids, r.ID)
		strict, hardline := "", ""
		if r.Strict != 0 {
			strict = r.Strict.String()
		}
		if r.Hardline {
			hardline = "hardline"
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Tier, strict, hardline, examplesTiers(&r))
	}
	got := strings.Split(table.String(), "\n")
	for _, d := range differences(strings.Split(string(want), "\n"), got) {
		t.Errorf("%s: %s", file, d)
	}
	if declared := declaredRules(t); !slices.Equal(declared, ids) {
		t.Errorf("the table lacks rules: %q", differences(ids, declared))
	}
	if os.Getenv("HERMES_EXEC_UPDATE") == "1" {
		if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// examplesTiers counts the tiers that a rule gives its examples: "HIGH 3 CRITICAL 1".
func examplesTiers(r *Rule) string {
	count := map[Tier]int{}
	for _, text := range r.Yes {
		if f, ok := speaks(judged(text, presetFor(r)), r.ID); ok {
			count[f.Tier]++
		}
	}
	var out []string
	for tier := Safe; tier <= Critical; tier++ {
		if count[tier] > 0 {
			out = append(out, fmt.Sprint(tier, " ", count[tier]))
		}
	}
	return strings.Join(out, " ")
}

// differences lists the lines that only one of two has.
func differences(want, got []string) []string {
	var out []string
	for _, line := range want {
		if !slices.Contains(got, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			out = append(out, "+ "+line)
		}
	}
	return out
}

// sources are the package's files outside tests.
func sources(t *testing.T) []*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, file)
	}
	return out
}

// declaredRules are the names of all rules that stand in the package.
func declaredRules(t *testing.T) []string {
	var ids []string
	for _, file := range sources(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, _ := pair.Key.(*ast.Ident)
			value, _ := pair.Value.(*ast.BasicLit)
			if key != nil && key.Name == "ID" && value != nil && value.Kind == token.STRING {
				id, _ := strconv.Unquote(value.Value)
				ids = append(ids, id)
			}
			return true
		})
	}
	slices.Sort(ids)
	return ids
}

// terminals are the programs of processes.kill-terminal beside tmux and loginctl, each
// with the name that its process has among the host, and what ends it.
var terminals = map[string][2]string{
	"screen":  {"SCREEN", "screen -X quit"},
	"zellij":  {"zellij", "zellij kill-all-sessions"},
	"kitty":   {"kitty", "kitty @ close-window"},
	"wezterm": {"wezterm-gui", "wezterm cli kill-pane"},
}

// TestTerminals: what ends a terminal is blocked where the session runs in it.
func TestTerminals(t *testing.T) {
	for program, tt := range terminals {
		inside := world
		inside.Host = append(slices.Clone(world.Host), Process{PID: 900, PPID: 1, PGID: 900, SID: 900, Name: tt[0]})
		for facts, blocked := range map[*Facts]bool{&inside: true, &world: false} {
			v := Judge(parse(tt[1]), facts, Options{})
			if _, ok := speaks(v, "processes.kill-terminal"); ok != blocked || v.Hardline != blocked {
				t.Errorf("%s among the host: %v: %s: %s", program, blocked, tt[1], names(v))
			}
		}
	}
}

// impliedPrograms are rules whose function looks at the name as well, so that no
// text shows the list of programs.
var impliedPrograms = []string{"system.kernel-panic", "outside.type-here"}

// TestConditions: each condition of a hardline rule has an example that the rule
// would match without it, and each word of its lists one that it would not.
func TestConditions(t *testing.T) {
	for _, r := range Rules() {
		if !r.Hardline || r.Match.Script != nil {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			for name, m := range looser(r.Match) {
				if name == "Programs" && slices.Contains(impliedPrograms, r.ID) {
					continue
				}
				if !slices.ContainsFunc(r.No, func(text string) bool { return matchesAlone(m, text) }) {
					t.Errorf("no example fails when its %s goes", name)
				}
			}
			for word, m := range narrower(r.Match) {
				if _, ok := terminals[word]; ok && r.ID == "processes.kill-terminal" {
					continue
				}
				if !slices.ContainsFunc(r.Yes, func(text string) bool { return !matchesAlone(m, text) }) {
					t.Errorf("no example fails when %q goes", word)
				}
			}
		})
	}
}

// matchesAlone reports whether a match speaks about a text.
func matchesAlone(m Match, text string) bool {
	o := Options{Policy: Policy{Rules: []Rule{{ID: "alone", Tier: High, Match: m}}}}
	_, ok := speaks(Judge(parse(text), &world, o), "alone")
	return ok
}

// looser gives a match without each of its conditions.
func looser(m Match) map[string]Match {
	out := map[string]Match{}
	without := func(name string, drop func(*Match), has bool) {
		if has {
			m := m
			drop(&m)
			out[name] = m
		}
	}
	without("Programs", func(m *Match) { m.Programs = nil }, m.Programs != nil)
	without("Sub", func(m *Match) { m.Sub = nil }, m.Sub != nil)
	without("Any", func(m *Match) { m.Any = nil }, m.Any != nil)
	without("All", func(m *Match) { m.All = nil }, m.All != nil)
	without("None", func(m *Match) { m.None = nil }, m.None != nil)
	without("Operand", func(m *Match) { m.Operand = nil }, m.Operand != nil)
	without("Path", func(m *Match) { m.Path = nil }, m.Path != nil)
	without("Func", func(m *Match) { m.Func = nil }, m.Func != nil)
	return out
}

// narrower gives a match without each word of its lists.
func narrower(m Match) map[string]Match {
	out := map[string]Match{}
	list := func(of func(*Match) *[]string) {
		words := *of(&m)
		for i, word := range words {
			m := m
			*of(&m) = slices.Delete(slices.Clone(words), i, i+1)
			if len(words) > 1 {
				out[word] = m
			}
		}
	}
	list(func(m *Match) *[]string { return &m.Programs })
	list(func(m *Match) *[]string { return &m.Sub })
	list(func(m *Match) *[]string { return &m.Any })
	list(func(m *Match) *[]string { return &m.Operand })
	return out
}
