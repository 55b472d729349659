package approve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Refusals remembers what a person has refused, so that the same thing in other
// words is answered from that, and not asked again. It is only looked at where
// a person would be asked. Each session has a small file of its own under
// $HERMES_HOME/exec/refused, with no word of a command in it.
//
// The same thing is the same rule about the same target: a request that holds all
// that was refused in one before, whatever stands beside it.
type Refusals struct {
	Home string // $HERMES_HOME
}

// refusal is one thing that a person has refused.
type refusal struct {
	Things []string  `json:"things"` // what was asked about: hashes of rule and target, sorted
	At     time.Time `json:"at"`
	Tries  int       `json:"tries"` // the first one included
}

const (
	stopAfter   = 3   // tries, and the refusal says to stop
	maxRefusals = 256 // kept of a session: the last ones
	maxMemory   = 1 << 20
)

// repeated answers a request that holds what a person has refused before.
func (m *Refusals) repeated(r *supervisor.Request) (d supervisor.Decision, ok bool) {
	things := thingsOf(r)
	if m == nil || r.Session == "" || len(things) == 0 {
		return d, false
	}
	if known, err := m.read(r.Session, time.Now()); err != nil || !slices.ContainsFunc(known, within(things)) {
		return d, false // where the memory fails, the person is asked again
	}
	var again refusal
	m.change(r.Session, func(list []refusal) []refusal {
		for i := range list {
			if within(things)(list[i]) {
				list[i].Tries++
				if again.Tries < list[i].Tries {
					again = list[i]
				}
			}
		}
		return list
	})
	if again.Tries == 0 { // it cannot be written, or was taken back meanwhile
		return d, false
	}
	reason := fmt.Sprintf("a person refused this at %s, for this session; this is try %d", again.At.Local().Format("15:04"), again.Tries)
	if again.Tries >= stopAfter {
		reason += ": stop, and ask the person"
	}
	return refuse(byRepeat, reason), true
}

// learn takes note of a person's answer. Silence is none, nor is a question
// that could not be asked. A yes takes back what was refused of the same.
func (m *Refusals) learn(r *supervisor.Request, d supervisor.Decision) supervisor.Decision {
	things := thingsOf(r)
	if m == nil || r.Session == "" || len(things) == 0 || d.By != ByHuman {
		return d
	}
	if d.Allow {
		known, err := m.read(r.Session, time.Now())
		if err == nil && slices.ContainsFunc(known, sharing(things)) {
			m.change(r.Session, func(list []refusal) []refusal { return slices.DeleteFunc(list, sharing(things)) })
		}
		return d
	}
	m.sweep(time.Now())
	err := m.change(r.Session, func(list []refusal) []refusal {
		list = append(list, refusal{Things: things, At: time.Now().UTC().Truncate(time.Second), Tries: 1})
		return list[max(0, len(list)-maxRefusals):]
	})
	if err != nil {
		d.Reason += fmt.Sprintf("; it will be asked again, since it cannot be remembered: %v", err)
	}
	return d
}

// Forget takes all refusals back, of every session: what is tried again is asked
// again. Who gives a permission has changed their mind about something.
func (m *Refusals) Forget() {
	entries, err := os.ReadDir(m.dir())
	if err != nil {
		return
	}
	for _, e := range entries {
		os.Remove(filepath.Join(m.dir(), e.Name()))
	}
}

// within reports whether a refusal is about nothing but these things.
func within(things []string) func(refusal) bool {
	return func(x refusal) bool {
		return len(x.Things) > 0 && !slices.ContainsFunc(x.Things, func(s string) bool { return !slices.Contains(things, s) })
	}
}

// sharing reports whether a refusal is about one of these things.
func sharing(things []string) func(refusal) bool {
	return func(x refusal) bool {
		return slices.ContainsFunc(x.Things, func(s string) bool { return slices.Contains(things, s) })
	}
}

// thingsOf is what a person is asked about: each rule that needs an answer, with
// its target or, where it has none, the program and its operands.
func thingsOf(r *supervisor.Request) []string {
	var things []string
	for _, f := range r.Verdict.Findings {
		if !f.Tier.NeedsHuman() || f.Granted != "" {
			continue
		}
		target := f.Target
		if target == "" {
			target = operands(f.Command)
		}
		sum := sha256.Sum256([]byte(f.Rule + "\x00" + target))
		things = append(things, hex.EncodeToString(sum[:16]))
	}
	slices.Sort(things)
	return slices.Compact(things)
}

// operands is a command without the folder of its program and its options.
func operands(command string) string {
	words := strings.Fields(command)
	if len(words) == 0 {
		return ""
	}
	words[0] = path.Base(words[0])
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }), " ")
}

func (m *Refusals) dir() string { return filepath.Join(m.Home, "exec", "refused") }

func (m *Refusals) file(session string) string {
	sum := sha256.Sum256([]byte(session))
	return filepath.Join(m.dir(), hex.EncodeToString(sum[:16])+".json")
}

// read gives what is remembered of a session.
func (m *Refusals) read(session string, now time.Time) ([]refusal, error) {
	f, err := os.OpenFile(m.file(session), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []refusal
	if err := json.NewDecoder(io.LimitReader(f, maxMemory)).Decode(&list); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(x refusal) bool { return now.Sub(x.At) > sessionTime }), nil
}

func (m *Refusals) change(session string, change func([]refusal) []refusal) error {
	return changeFile(m.file(session), m.dir()+".lock", func() ([]byte, error) {
		list, err := m.read(session, time.Now())
		if err != nil {
			list = nil // garbage: what is written now puts it right
		}
		return json.Marshal(change(list))
	}, nil)
}

// sweep removes the files of sessions that are over.
func (m *Refusals) sweep(now time.Time) {
	entries, err := os.ReadDir(m.dir())
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > sessionTime {
			os.Remove(filepath.Join(m.dir(), e.Name()))
		}
	}
}
