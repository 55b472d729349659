package policy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// reader walks the nodes of a file. The first error stands; after it nothing is
// taken any more.
type reader struct {
	file *File
	err  *Error
}

func (r *reader) at(n *yaml.Node) Place { return Place{r.file.Name, n.Line, n.Column} }

func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{r.at(n), fmt.Sprintf(format, args...)}
	}
}

// syntaxError finds the line in an error of the parser, which has no column.
func syntaxError(name string, err error) *Error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	at := Place{name, 1, 1}
	if m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(text); m != nil {
		at.Line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	return &Error{at, text}
}

// key is a key of a mapping and what reads its value.
type key struct {
	name string
	read func(*reader, *yaml.Node)
}

// mapping takes the keys of a node. One that is not known, or stands twice, is
// an error that says which there are.
func (r *reader) mapping(n *yaml.Node, what string, keys []key) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s has to be a list of keys with values", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content) && r.err == nil; i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if seen[k.Value] {
			r.fail(k, "%s stands here a second time", k.Value)
		}
		seen[k.Value] = true
		known := false
		for _, want := range keys {
			if want.name == k.Value {
				want.read(r, v)
				known = true
			}
		}
		if !known {
			var names []string
			for _, want := range keys {
				names = append(names, want.name)
			}
			r.fail(k, "unknown key %q; %s takes %s", k.Value, what, strings.Join(names, ", "))
		}
	}
}

func (r *reader) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.fail(n, "a text is wanted here")
	}
	return n.Value
}

func (r *reader) texts(n *yaml.Node) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{r.text(n)}
	}
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "a list of texts is wanted here")
		return nil
	}
	list := make([]string, 0, len(n.Content))
	for _, item := range n.Content {
		list = append(list, r.text(item))
	}
	return list
}

func (r *reader) truth(n *yaml.Node) bool {
	b, err := strconv.ParseBool(r.text(n))
	if err != nil {
		r.fail(n, "true or false is wanted here")
	}
	return b
}

func (r *reader) tier(n *yaml.Node) tiers.Tier {
	var t tiers.Tier
	if err := t.UnmarshalText([]byte(r.text(n))); err != nil {
		r.fail(n, "%v", err)
	}
	return t
}

// loosens takes note of something that a file which can only tighten has no say in.
func (r *reader) loosens(n *yaml.Node, what string) bool {
	if !r.file.Origin.onlyTightens() {
		return false
	}
	because := ": a project's policy can only tighten, so this has no effect"
	if r.file.Origin == Unconfirmed {
		because = ": nobody has confirmed this file as it is, so this has no effect: `hermes-exec policy trust`"
	}
	r.file.Ignored = append(r.file.Ignored, Note{r.at(n), what + because})
	return true
}

func (r *reader) top(n *yaml.Node) {
	f := r.file
	r.mapping(n, "a policy", []key{
		{"preset", func(r *reader, n *yaml.Node) {
			switch p := r.text(n); p {
			case tiers.Strict:
				f.Preset = p
			case tiers.Standard:
				if !r.loosens(n, "preset") {
					f.Preset = p
				}
			default:
				r.fail(n, "preset %q: standard or strict", p)
			}
		}},
		{"sudo_stdin", func(r *reader, n *yaml.Node) {
			if r.truth(n) && !r.loosens(n, "sudo_stdin") {
				f.SudoStdin = true
			}
		}},
		{"kernel_guard", func(r *reader, n *yaml.Node) { r.guard(n, "kernel_guard", &f.Guard) }},
		{"exec_guard", func(r *reader, n *yaml.Node) { r.guard(n, "exec_guard", &f.ExecGuard) }},
		{"below", func(r *reader, n *yaml.Node) {
			switch b := r.text(n); {
			case b != BelowAsk && b != BelowHardline && b != BelowOff:
				r.fail(n, "below %q: ask, hardline or off", b)
			case b == BelowAsk || !r.loosens(n, "below"):
				f.Below = b
			}
		}},
		{"llm", (*reader).llm},
		{"notify", (*reader).notify},
		{"screen", (*reader).screen},
		{"deny", func(r *reader, n *yaml.Node) { f.Policy.Deny = r.permissions(n, false) }},
		{"allow", func(r *reader, n *yaml.Node) {
			list := r.permissions(n, true)
			if !r.loosens(n, "allow") {
				f.Policy.Allow = list
			}
		}},
		{"tiers", (*reader).tiers},
		{"rules", (*reader).rules},
	})
}

func (r *reader) permissions(n *yaml.Node, allow bool) []tiers.Permission {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "a list of commands is wanted here")
		return nil
	}
	var list []tiers.Permission
	for _, item := range n.Content {
		p, err := tiers.ParsePattern(r.text(item))
		if err == nil && allow {
			err = p.Permits()
		}
		if err != nil {
			r.fail(item, "%v", err)
			return nil
		}
		list = append(list, tiers.Permission{Pattern: p, From: fmt.Sprintf("%s:%d", r.file.Name, item.Line)})
	}
	return list
}

// tiers reads tiers for built-in rules.
func (r *reader) tiers(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "a list of rules with tiers is wanted here: files.recursive-delete: CRITICAL")
		return
	}
	raises := r.file.Origin.onlyTightens()
	if r.file.Origin == Unconfirmed {
		r.loosens(n, "tiers that are lower")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if err := tiers.KnownRule(k.Value); err != nil {
			r.fail(k, "%v", err)
			return
		}
		t := tiers.TierOf{Rule: k.Value, Tier: r.tier(v), Raises: raises}
		r.file.Policy.Tiers = append(r.file.Policy.Tiers, t)
	}
}

func (r *reader) rules(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "a list of rules is wanted here")
		return
	}
	for _, item := range n.Content {
		r.rule(item)
	}
}

func (r *reader) rule(n *yaml.Node) {
	var rule tiers.Rule
	var m tiers.PolicyMatch
	some, tier := false, false
	list := func(name string, to *[]string) key {
		return key{name, func(r *reader, n *yaml.Node) { *to, some = r.texts(n), true }}
	}
	r.mapping(n, "a rule", []key{
		{"id", func(r *reader, n *yaml.Node) { rule.ID = r.text(n) }},
		{"tier", func(r *reader, n *yaml.Node) { rule.Tier, tier = r.tier(n), true }},
		{"why", func(r *reader, n *yaml.Node) { rule.Why = r.text(n) }},
		{"safer", func(r *reader, n *yaml.Node) { rule.Safer = r.text(n) }},
		{"yes", func(r *reader, n *yaml.Node) { rule.Yes = r.texts(n) }},
		{"no", func(r *reader, n *yaml.Node) { rule.No = r.texts(n) }},
		{"match", func(r *reader, n *yaml.Node) {
			r.mapping(n, "match", []key{
				list("programs", &m.Programs), list("sub", &m.Sub), list("any", &m.Any), list("all", &m.All), list("none", &m.None), list("operand", &m.Operand),
				list("reads", &m.Reads), list("writes", &m.Writes), list("deletes", &m.Deletes),
			})
		}},
	})
	switch {
	case r.err != nil:
		return
	case rule.ID == "":
		r.fail(n, "a rule needs an id, by which findings name it")
	case tiers.KnownRule(rule.ID) == nil:
		r.fail(n, "%s is a built-in rule; its tier can be set under tiers:", rule.ID)
	case !tier:
		r.fail(n, "%s: a rule needs a tier", rule.ID)
	case rule.Why == "":
		r.fail(n, "%s: a rule needs a why, a sentence for the person who is asked", rule.ID)
	case !some:
		r.fail(n, "%s: match is empty, so that the rule would be about every command", rule.ID)
	}
	rule.Match = m.Match()
	r.file.Policy.Rules = append(r.file.Policy.Rules, rule)
	r.file.Rules = append(r.file.Rules, Rule{rule, r.at(n)})
}

// guard reads whether a guard of the kernel is put on commands.
func (r *reader) guard(n *yaml.Node, name string, to *string) {
	switch g := r.text(n); {
	case g != GuardAuto && g != GuardOn && g != GuardOff:
		r.fail(n, "%s %q: auto, on or off", name, g)
	case g == GuardOn || !r.loosens(n, name):
		*to = g
	}
}
