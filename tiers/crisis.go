package tiers

import (
	"slices"
	"strings"
)

// Status and reason of a verdict on words of suicidal intent.
const (
	StatusCrisis = "crisis"
	CrisisBypass = "crisis_bypass"
)

// Resources are shown wherever words of suicidal intent are met.
const Resources = `If you or someone near you is in danger, help is there now, free and at any hour:
  988 Suicide & Crisis Lifeline: call or text 988
  Crisis Text Line: text HOME to 741741
  Emergency: 911`

// Crisis reports whether a text holds words of suicidal intent. The patterns
// are those of the source documents and SPEC "Crisis": whole words, in any
// case.
func Crisis(text string) bool {
	_, _, ok := crisisIn(text)
	return ok
}

// CarriesHelp reports whether an action sends a message that carries crisis
// resources: such a message must not wait for anybody.
func CarriesHelp(action, text string) bool {
	return sendsMessage(action) && offersHelp(text) && !Crisis(text)
}

// crisisIn gives the byte range of the first match.
func crisisIn(text string) (from, to int, ok bool) {
	// Almost every text has none of these letters together.
	if !mayHoldCrisis(text) {
		return 0, 0, false
	}
	words := wordsOf(text)
	at := func(i int) string {
		if i < len(words) {
			return words[i].text
		}
		return ""
	}
	for i := range words {
		if n := crisisAt(i, at); n > 0 {
			return words[i].from, words[i+n-1].to, true
		}
	}
	return 0, 0, false
}

// crisisAt is how many words from i on make one of the patterns; 0 for none.
func crisisAt(i int, at func(int) string) int {
	next := func(ws ...string) bool {
		for k, w := range ws {
			if at(i+1+k) != w {
				return false
			}
		}
		return true
	}
	switch at(i) {
	case "kill", "end":
		if next("myself") {
			return 2
		}
		if next("my", "life") {
			return 3
		}
	case "want":
		switch {
		case next("to", "die"):
			return 3
		case next("to", "end") && (at(i+3) == "it" || at(i+3) == "everything"):
			return 4
		case next("to", "end", "my", "life"):
			return 5
		}
	case "suicidal":
		return 1
	case "no":
		if next("reason", "to", "live") {
			return 4
		}
	case "better":
		if next("off", "dead") {
			return 3
		}
	case "wish":
		if at(i+1) == "i" && (at(i+2) == "was" || at(i+2) == "were") && at(i+3) == "dead" {
			return 4
		}
	case "how":
		k := 1
		if (at(i+1) == "do" || at(i+1) == "can") && at(i+2) == "i" {
			k = 3
		} else if at(i+1) == "to" {
			k = 2
		} else {
			return 0
		}
		switch at(i + k) {
		case "kill", "hang", "overdose", "cut":
			if at(i+k+1) == "myself" {
				return k + 2
			}
		}
	case "method", "methods":
		if at(i+1) == "of" && (at(i+2) == "suicide" || at(i+2) == "dying") {
			return 3
		}
	}
	return 0
}

// mayHoldCrisis is a quick look for the words that every pattern has one of.
func mayHoldCrisis(text string) bool {
	for i := 0; i+3 <= len(text); i++ {
		t := text[i:]
		switch text[i] | 0x20 {
		case 'd':
			if hasFold(t, "die") || hasFold(t, "dead") || hasFold(t, "dying") {
				return true
			}
		case 'm':
			if hasFold(t, "my") {
				return true
			}
		case 's':
			if hasFold(t, "suicid") {
				return true
			}
		case 'l':
			if hasFold(t, "live") {
				return true
			}
		case 'e':
			if hasFold(t, "end") {
				return true
			}
		}
	}
	return false
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

type spanned struct {
	text     string
	from, to int
}

// wordsOf cuts a text into lower-case words of letters, digits, underscores
// and inner apostrophes.
func wordsOf(text string) []spanned {
	var words []spanned
	isWord := func(b byte) bool {
		return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b >= 0x80 || b == '_'
	}
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		k := i
		for k < len(text) && (isWord(text[k]) || text[k] == '\'' && k+1 < len(text) && isWord(text[k+1])) {
			k++
		}
		words = append(words, spanned{strings.ToLower(text[i:k]), i, k})
		i = k
	}
	return words
}

// crisis looks for words of suicidal intent in the text, and for help that
// must not wait.
func (j *judge) crisis() {
	if Crisis(j.o.Action) { // an action's name may be words of any kind
		j.v.Crisis, j.v.Status = true, StatusCrisis
		j.add(&crisisWords, Finding{Command: j.o.Action}, &hit{}, false)
		return
	}
	from, to, found := crisisIn(j.s.Source)
	if found {
		j.v.Crisis = true
		if j.strict || sendsMessage(j.o.Action) || j.prose(from, to) {
			j.v.Status = StatusCrisis
			j.add(&crisisWords, Finding{Command: j.s.Source[from:to], Pos: Pos{Line: 1, Col: from + 1, Offset: from, End: to}}, &hit{}, false)
		}
	} else if j.strict && anyWord(j.s.Source, "988", "suicide", "self-harm", "crisis", "emergency") {
		j.add(&crisisKeyword, Finding{Command: j.s.Source}, &hit{}, false)
	}
	if j.v.Status == "" && offersHelp(j.s.Source) && j.onlyMessage() {
		j.v.Reason = CrisisBypass
	}
}

var (
	crisisWords = Rule{ID: "crisis", Tier: Critical,
		Why:   "these are words of suicidal intent, not a command to approve",
		Safer: "988 Suicide & Crisis Lifeline: call or text 988"}
	crisisKeyword = Rule{ID: "crisis.keyword", Tier: Critical,
		Why: "the text speaks of a crisis (preset strict)"}
)

// prose reports whether the words from..to are what someone says rather than
// an argument of a command: they cannot be parsed as shell, or they stand where
// a command's name stands, or they are several words given to no known program.
func (j *judge) prose(from, to int) bool {
	if len(j.s.Commands) == 0 {
		return true
	}
	for i := range j.s.Commands {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Pos.File != "" {
			continue
		}
		name := cmd.Argv[0]
		if name.Pos.Offset < to && name.Pos.End > from {
			return true
		}
		known := false
		if s, ok := name.Exact(); ok {
			known = programOf(baseName(s)) != nil || strings.Contains(s, "/")
		}
		if known || cmd.Pos.Offset > from || cmd.Pos.End < to {
			continue
		}
		for _, w := range cmd.Argv[1:] {
			if w.Pos.Offset <= from && w.Pos.End >= to && (len(cmd.Argv) < 3 || w.Pos.End-w.Pos.Offset > to-from) {
				known = true // one quoted argument holds all of it
			}
		}
		if !known {
			return true
		}
	}
	for _, p := range j.s.Problems {
		if p.Kind == "parse" {
			return true
		}
	}
	return false
}

// offersHelp reports whether a text names a way to help.
func offersHelp(text string) bool {
	return anyWord(text, "988", "lifeline", "suicide prevention", "crisis hotline", "emergency help")
}

// anyWord reports whether the text holds one of the phrases as whole words.
func anyWord(text string, phrases ...string) bool {
	low := strings.ToLower(text)
	for _, p := range phrases {
		for off := 0; ; {
			i := strings.Index(low[off:], p)
			if i < 0 {
				break
			}
			i += off
			e := i + len(p)
			if (i == 0 || !isWordByte(low[i-1])) && (e == len(low) || !isWordByte(low[e]) || low[e] == '.') {
				return true
			}
			off = i + 1
		}
	}
	return false
}

// onlyMessage reports whether the text is one message that offers help and
// nothing else: the action sends it, or every command of the script sends it,
// prints what is sent, or is a sentence rather than a command. The words must
// be in what is sent: a comment does not count.
func (j *judge) onlyMessage() bool {
	message := sendsMessage(j.o.Action)
	for i := range j.v.Findings {
		switch f := &j.v.Findings[i]; {
		case f.Rule == crisisKeyword.ID, f.Tier <= Low:
		case message && (f.Rule == namedAction.ID || f.Rule == notUnderstood.ID && strings.HasPrefix(f.Why, "parse")):
		case f.Tier <= Medium && (strings.HasPrefix(f.Rule, "messaging.") || f.Rule == "network.api-write"):
		default:
			return false
		}
	}
	if message && len(j.s.Commands) == 0 {
		return true
	}
	sent, help := message, false
	var c call
	for i := range j.s.Commands {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 || len(cmd.Assigns) > 0 || cmd.Code != nil {
			return false
		}
		for k := range cmd.Redirs {
			if !strings.HasPrefix(cmd.Redirs[k].Op, "<<") {
				return false
			}
		}
		c.fill(j, cmd, cmd.Argv, nil)
		switch {
		case !c.named:
			return false
		case message && c.prog == nil, message && c.prog.guards&^code == 0:
		case slices.Contains(messengers, c.name), (c.name == "curl" || c.name == "wget") && messageService(&c), c.name == "hermes" && len(c.ops) > 0 && strings.HasPrefix(c.ops[0].lit, "send"):
			sent = true
		case c.name == "echo" || c.name == "printf" || c.name == "cat" && len(c.ops) == 0:
		case c.prog == nil && len(j.s.Commands) == 1 && sentence(&c):
			sent = true
		default:
			return false
		}
		for _, a := range c.args {
			help = help || offersHelp(a.lit)
		}
		help = help || offersHelp(cmd.In.String()) || offersHelp(c.String())
	}
	return sent && help
}

// sentence reports whether an unknown program and its arguments are words of a
// sentence: letters and digits, no options, no paths.
func sentence(c *call) bool {
	if strings.ContainsAny(c.path, "/_-.$") {
		return false
	}
	for _, a := range c.args {
		if !a.exact || strings.HasPrefix(a.lit, "-") || strings.ContainsAny(a.lit, "/=$`") || programOf(a.lit) != nil && programOf(a.lit).guards != 0 {
			return false
		}
	}
	return len(c.args) > 0
}
