package main

import (
	"bufio"
	"bytes"

	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// entry is what the log says about one command: its decision, and its end
// where it has one. A record that is neither stands alone.
type entry struct {
	record *audit.Record
	exit   *audit.Record
}

// tail prints the end of the log.
type tail struct {
	n      int
	out    *bufio.Writer
	asJSON bool

	kept   []kept // of what was there before
	begins int    // how many of them begin an entry

	running map[string]uint64 // commands without an end: the numbers of their records, by id
}

// kept is a line that may be among the last.
type kept struct {
	text   []byte
	begins bool
}

// find reads as many files as the last n entries are in, newest first: the log
// of years need not be read for them. What is returned reads on from there.
func (t *tail) find(home string) (*audit.Reader, error) {
	for newest := 1; ; newest *= 2 {
		t.kept, t.begins = nil, 0
		log := audit.NewReader(home, newest)
		if err := log.Read(t.keep); err != nil {
			log.Close()
			return nil, err
		}
		if t.begins >= t.n || !log.Older() {
			return log, nil
		}
		log.Close()
	}
}

// keep remembers a line, and forgets those before the last n entries.
func (t *tail) keep(l audit.Line) bool {
	if !l.Whole {
		return true
	}
	begins := t.asJSON || !bytes.Contains(l.Text, []byte(`,"event":"exit",`))
	t.kept = append(t.kept, kept{bytes.Clone(l.Text), begins})
	if begins {
		t.begins++
	}
	drop := 0
	for t.begins > t.n || drop < len(t.kept) && !t.kept[drop].begins {
		if t.kept[drop].begins {
			t.begins--
		}
		drop++
	}
	t.kept = t.kept[drop:]
	return true
}

// last prints what is kept, each command with its end.
func (t *tail) last() {
	var entries []entry
	at := map[string]int{} // entries without an end, by id
	for _, k := range t.kept {
		if t.asJSON {
			t.out.Write(append(k.text, '\n'))
			continue
		}
		line := audit.Line{Text: k.text}
		r, err := line.Parse()
		if err != nil {
			continue // verify names it
		}
		if i, ok := at[r.ID]; ok && r.Event == "exit" {
			entries[i].exit = r
			delete(at, r.ID)
			continue
		}
		if r.Event == "exit" {
			continue // of a command further up
		}
		if r.Event == "decision" && r.Decision == "allow" {
			at[r.ID] = len(entries)
		}
		entries = append(entries, entry{record: r})
	}
	for _, e := range entries {
		printEntry(t.out, e, 0)
	}
	t.running = map[string]uint64{}
	for id, i := range at {
		t.running[id] = entries[i].record.Seq
	}
	t.kept = nil
}

// print takes a line that has just come.
func (t *tail) print(l audit.Line) bool {
	if !l.Whole {
		return true
	}
	if t.asJSON {
		t.out.Write(append(l.Text, '\n'))
		return true
	}
	r, err := l.Parse()
	if err != nil {
		return true
	}
	printEntry(t.out, entry{record: r}, t.running[r.ID])
	switch {
	case r.Event == "decision" && r.Decision == "allow":
		t.running[r.ID] = r.Seq
	case r.Event == "exit":
		delete(t.running, r.ID)
	}
	return true
}
