package shellparse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// >(…) is a process that reads what something else writes. It is evaluated when
// the statement that holds it is over, in a word or in a redirection, of a
// simple command or of a compound one.

// reader is a >(…) that waits for the command that writes to it.
type reader struct {
	path  string
	c     *ctx
	stmts []*syntax.Stmt
}

// freeze gives a layer all that it sees of the layers below: what these come
// to hold later is nothing to the process that starts here.
func (e *env) freeze() {
	for l := e.up; l != nil; l = l.up {
		e.shell.ev.steps += len(l.vars) + len(l.funcs)
		for name, v := range l.vars {
			if _, ok := e.vars[name]; !ok {
				if e.vars == nil {
					e.vars = make(map[string]*variable, len(l.vars))
				}
				e.vars[name] = v
			}
		}
		for name, f := range l.funcs {
			if _, ok := e.funcs[name]; !ok {
				e.setFunction(name, f)
			}
		}
	}
	e.dir, e.status = e.cwd(), e.lastStatus()
}

// feed evaluates the >(…) of a statement that has run, which read what it
// wrote to them: through a redirection, or as tee does.
func (ev *evaluator) feed(from int, argv []Word, stdin Text) {
	for len(ev.readers) > from { // one that runs may have others
		readers := append([]reader(nil), ev.readers[from:]...)
		ev.readers = ev.readers[:from]
		for _, r := range readers {
			in := []Text{unknownText(byte(OriginInput))}
			if texts, ok := ev.written[r.path]; ok && !ev.open[r.path] {
				in = texts
			} else if len(argv) > 0 && programName(argv[0].Texts[0].String()) == "tee" {
				in = []Text{stdin}
			}
			if ev.open[r.path] { // more may come as long as exec has it open
				ev.lasting = append(ev.lasting, r)
			}
			reading := *r.c
			reading.env = r.c.env.branch()
			reading.in = inputOf(in)
			ev.stmts(&reading, r.stmts)
			r.c.race()
		}
		argv = nil
	}
}

// endReaders evaluates the >(…) that exec has opened with all that the text
// wrote to them.
func (ev *evaluator) endReaders() {
	lasting := ev.lasting
	ev.lasting = nil
	for _, r := range lasting {
		if texts := slices.DeleteFunc(slices.Clone(ev.written[r.path]), onlyMarks); len(texts) > 0 {
			r.c.in = inputOf(texts)
			ev.stmts(r.c, r.stmts)
		}
	}
}
