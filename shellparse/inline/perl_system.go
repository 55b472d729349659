package inline

import "strings"

// system starts a program: one argument is text for a shell, several are none.
func (p *perl) system(call string, args []datum, at int) {
	program := len(args) > 0 && args[0].kind == "program"
	if program {
		args = append([]datum{dat(args[0].value())}, args[min(2, len(args)):]...)
	}
	all, open := flat(args)
	switch {
	case len(all) == 0 && !open:
		d, ok := p.get("$_")
		if !ok {
			d = dat(from0(Input))
		}
		p.shell(call, d.value(), at)
	case len(all) == 1 && (open || !program):
		if s, ok := all[0].exact(); ok && s == "1" && !open {
			p.shell(call, unknown(), at)
			return
		}
		if open {
			p.runs(call, words([]datum{{isList: true, open: true, list: all}}), at)
			p.shell(call, all[0].value(), at)
			return
		}
		p.shell(call, all[0].value(), at)
	default:
		p.runs(call, words([]datum{{isList: true, open: open, list: all}}), at)
	}
}

// ipcRun is run of the IPC modules: a list of words or text, and redirections.
func (p *perl) ipcRun(call string, args []datum, at int) {
	if len(args) > 1 {
		if s, ok := args[0].exact(); ok && s == "command" {
			args = args[1:2]
		}
	}
	for i, d := range args {
		if name, ok := refers(d); ok && name[0] == '@' {
			d, _ = p.get(name)
			d.kind = "ref"
		}
		if d.isList && d.kind == "ref" {
			d.kind = ""
			p.runs(call, words([]datum{d}), at)
			if i == 0 {
				continue
			}
		} else if i == 0 {
			if strings.Contains(call, "x") && len(args) > 1 || len(args) > 1 && !args[1].isList && args[1].kind == "" {
				p.runs(call, words(args), at)
				return
			}
			p.shell(call, d.value(), at)
		}
	}
	p.escapes(args)
}
