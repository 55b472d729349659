package approve

import (
	"fmt"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// keys are those that mean something, as the line that asks and ? list them.
var keys = [...]struct {
	key        byte
	name, does string
}{
	{'y', "once", "run it, this once"},
	{'s', "session", "run it, and the same command in this session from now on"},
	{'a', "always", "run it, and the same command in this folder from now on; shows it first"},
	{'n', "deny", "do not run it, and tell the agent so"},
	{'e', "explain", "show all that was found and how each command was reached"},
	{'?', "help", "this list"},
}

// denials are the control keys that deny, whatever else arrives with them.
var denials = [...]struct {
	key  byte
	name string
}{
	{0x03, "Ctrl-C"},
	{0x04, "Ctrl-D"},
	{0x1c, `Ctrl-\`},
}

// word is what CRITICAL wants typed, and then Enter: one key is too easily hit.
const word = "yes"

// burst is how long after keys that arrived together the next key still counts
// as one of them: a paste may be cut anywhere on its way.
const burst = 100 * time.Millisecond

// hintTime is how long a hint stays.
const hintTime = 2 * time.Second

// typing is what has been typed so far.
type typing struct {
	word  string    // the part of [word] that has been typed
	paste bool      // inside a bracketed paste
	tail  string    // the last bytes read, for a paste mark that was cut in two
	burst time.Time // until when keys count as part of a burst
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// key takes what one read gave. An answer is one key that came by itself; only
// the control keys that deny are heard in any company.
func (q *question) key(in []byte) (d supervisor.Decision, done bool) {
	for _, k := range denials {
		if strings.IndexByte(string(in), k.key) >= 0 {
			return denied(k.name), true
		}
	}
	now := time.Now()
	if q.typing.pasted(string(in)) || len(in) != 1 {
		q.typing.word, q.typing.burst = "", now.Add(burst)
		q.say("keys that come together do not count")
		return d, false
	}
	switch k := in[0]; {
	case k == 'n':
		return denied("n"), true
	case now.Before(q.typing.burst):
		q.typing.burst = now.Add(burst)
	case k == '\r' || k == '\n':
		if q.tier == tiers.Critical && q.typing.word == word {
			return approved(), true
		}
		return denied("Enter"), true
	case k == '?':
		q.page(func(p *page) { p.help(q.tier, q.has) })
	case q.tier == tiers.Critical && q.spell(k):
		q.hint = ""
	case k == 'e':
		q.page(func(p *page) { p.explain(q.r, q.touched) })
	case k == 'y' && q.tier < tiers.Critical:
		return approved(), true
	case k == 's' && q.has(k):
		return q.granted(q.r.Session, "a person approved it for this session")
	case k == 'a' && q.has(k) && !q.confirm:
		q.page(func(p *page) { p.permission(q.r, q.offer) })
		q.confirm = true
		return d, false
	case k == 'a' && q.has(k):
		return q.granted("", "a person approved it, from now on in this folder")
	default:
		_, short := q.keyList()
		q.say("no such key: " + short)
	}
	q.confirm = false
	return d, false
}

// has reports whether a key means something to this question.
func (q *question) has(key byte) bool {
	switch key {
	case 's':
		return q.tier < tiers.Critical && len(q.offer) > 0 && q.r.Session != ""
	case 'a':
		return q.tier < tiers.Critical && len(q.offer) > 0
	}
	return true
}

// spell takes a key that goes on with [word], or takes its last letter back.
func (q *question) spell(k byte) bool {
	n := len(q.typing.word)
	switch {
	case (k == 0x7f || k == '\b') && n > 0:
		q.typing.word = word[:n-1]
	case n < len(word) && k == word[n]:
		q.typing.word = word[:n+1]
	default:
		return false
	}
	return true
}

// pasted follows the marks around pasted text, and reports whether in is, or
// ends, a paste.
func (t *typing) pasted(in string) bool {
	seen := t.tail + in
	was := t.paste
	start, end := strings.LastIndex(seen, pasteStart), strings.LastIndex(seen, pasteEnd)
	if start >= 0 || end >= 0 {
		t.paste = start > end
	}
	t.tail = seen[max(0, len(seen)-len(pasteStart)+1):]
	return was || t.paste
}

// dropped forgets what was typed before the input was dropped. The rest of a
// paste may still be on its way, and its end mark may be among what is gone.
func (t *typing) dropped() {
	var until time.Time
	if t.paste {
		until = time.Now().Add(burst)
	}
	*t = typing{burst: until}
}

// keyList names the keys, long and short.
func (q *question) keyList() (long, short string) {
	var l, s []string
	for _, k := range keys {
		if !q.has(k.key) {
			continue
		}
		key, name := string(k.key), string(k.key)
		if k.key == 'y' && q.tier == tiers.Critical {
			key, name = word, word+" Enter"
		}
		l = append(l, name+" "+k.name)
		s = append(s, key)
	}
	return strings.Join(l, ", "), strings.Join(s, " ")
}

// say shows a hint where the keys are listed.
func (q *question) say(hint string) {
	q.hint, q.hintUntil = hint, time.Now().Add(hintTime)
}

func approved() supervisor.Decision {
	return supervisor.Decision{Allow: true, By: ByHuman, Reason: "a person approved it once"}
}

func denied(key string) supervisor.Decision {
	return refuse(ByHuman, fmt.Sprintf("a person was asked and denied it (%s)", key))
}
