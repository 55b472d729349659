package shellparse

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
)

// What a text runs from a file is what stands in the file when it gets there:
// what the text wrote to it, or what the reader gives. Whatever may have
// changed it in between makes it unknown, see [evaluator.changedSince].

// fileState is what is known of a file beside its content in ev.written.
type fileState struct {
	since int    // Commands recorded when the content was written
	disk  bool   // what stood there before may still stand there
	after bool   // the content begins with what the reader gives, as an unknown part
	from  string // the content may also be that of this file, of which it is a copy
}

// fileRun is a place where a file was run as a script.
type fileRun struct {
	path    string
	command int
	racing  bool // other commands run at the same time
}

// saved remembers what the text puts into a file.
func (ev *evaluator) saved(c *ctx, p string, s *sink) { ev.store(c, p, s.texts(ev), fileState{}) }

// write is the same where it is not followed whether it happens.
func (ev *evaluator) write(p string, s *sink) { ev.store(nil, p, s.texts(ev), fileState{}) }

// store makes texts the content of a file, or one of the contents where it is
// not certain that this point is reached.
func (ev *evaluator) store(c *ctx, p string, texts []Text, st fileState) {
	if c != nil && !path.IsAbs(p) && strings.IndexByte(p, 0) < 0 { // in one of several directories
		for _, place := range places(c, p) {
			if path.IsAbs(place) {
				ev.store(nil, place, texts, st)
			}
		}
	}
	size := 64
	for _, t := range texts {
		size += len(t)
	}
	at := Span{}
	if c != nil {
		at = c.pos
	}
	if !ev.charge(size<<2, at) {
		texts = []Text{unknownText(byte(OriginLimit))}
	}
	p = ev.followLinks(p)
	st.since = len(ev.out.Commands)
	if c != nil && c.bg { // at some time while what follows runs
		ev.leaveOpen(p)
	}
	if c == nil || c.unsure || c.bg || c.pipe > 0 || c.env.shell.noclobber || c.line != nil && len(c.line.left) > 0 || c.env.dead != alive {
		if old, ok := ev.written[p]; ok {
			texts = joinTexts(old, texts)
			before := ev.states[p]
			st.since, st.disk, st.after = before.since, st.disk || before.disk, st.after || before.after
			if before.from != "" && st.from != "" && st.from != before.from {
				texts = joinTexts(texts, []Text{unknownText(byte(OriginInput))})
			} else if st.from == "" {
				st.from = before.from
			}
		} else {
			st.since, st.disk = 0, true
		}
	}
	if ev.written == nil {
		ev.written = make(map[string][]Text)
		ev.states = make(map[string]fileState)
		ev.writes = make(map[string]int)
	}
	if len(ev.written[p]) != len(texts) || !slices.Equal(ev.written[p], texts) {
		ev.changes++
	}
	ev.written[p], ev.states[p] = texts, st
	ev.writes[p] = len(ev.out.Commands)
}

// clouds says that a file may hold something else from here on: it is open
// for writing, or written by something that is not followed.
func (ev *evaluator) clouds(p string) {
	ev.store(nil, p, []Text{unknownText(byte(OriginInput))}, fileState{})
}

// leaveOpen says that something may write to a file until the end.
func (ev *evaluator) leaveOpen(p string) {
	if ev.open == nil {
		ev.open = make(map[string]bool)
	}
	ev.open[ev.followLinks(p)] = true
}

// content gives what may stand in a script file for the command at. known is
// false where neither the text nor the reader says anything of it.
func (ev *evaluator) content(c *ctx, p string, at int) (texts []Text, known bool) {
	p = ev.followLinks(p)
	upTo := len(ev.out.Commands)
	if at >= 0 {
		upTo = at
	}
	texts, known = ev.contentAt(c, p, upTo, 0)
	switch err := ev.refused[p]; {
	case errors.Is(err, ErrTooLong) && ev.isProgram(p):
		return nil, true
	case errors.Is(err, ErrTooLong):
		ev.limit("the script file "+p+" is longer than 1 MiB", c.pos)
	case err != nil:
		ev.problem("input", "the script file "+p+" cannot be read to be judged", c.pos)
	}
	if known && at >= 0 {
		ev.ran = append(ev.ran, fileRun{p, at, c.bg || c.pipe > 0})
	}
	return texts, known
}

func (ev *evaluator) contentAt(c *ctx, p string, upTo, copies int) (texts []Text, known bool) {
	texts, known = ev.written[p]
	st := ev.states[p]
	if !path.IsAbs(p) || strings.IndexByte(p, 0) >= 0 { // in a folder that is not known
		ev.steps += len(ev.written)
		for _, name := range slices.Sorted(maps.Keys(ev.written)) {
			if name != p && path.Base(name) == path.Base(p) && (len(c.env.cwd()) == 1 || slices.ContainsFunc(c.env.cwd(), Text.HasUnknown)) {
				texts, known = joinTexts(texts, ev.written[name]), true
			}
		}
	}
	if !known || st.disk || st.after {
		if text, ok := ev.readScript(p); ok {
			if st.after {
				texts = ev.behind(texts, p, Text(text))
			}
			if !known || st.disk {
				texts, known = joinTexts(texts, []Text{Text(text)}), true
			}
		}
	}
	if st.from != "" && copies < 8 {
		from, ok := ev.contentAt(c, st.from, upTo, copies+1)
		if !ok {
			from = []Text{unknownText(byte(OriginInput))}
		}
		texts, known = joinTexts(texts, from), true
	}
	if ev.open[p] || ev.changedSince(p, st.since, upTo) {
		texts, known = joinTexts(texts, []Text{unknownText(byte(OriginInput))}), true
	}
	return texts, known
}

// behind puts the text of a file in place of the part that stands for it.
func (ev *evaluator) behind(texts []Text, p string, text Text) []Text {
	mark := unknownText(ev.origin(Origin{OriginInput, p, -1}))
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = t
		if rest, ok := strings.CutPrefix(string(t), string(mark)); ok {
			out[i] = text + Text(rest)
		}
	}
	return out
}

// raced makes unknown what was run from files that commands recorded after it
// may change before it is run, or run again: in a loop from the command start
// on, or at the same time.
func (ev *evaluator) raced(start int, always bool) {
	for _, r := range ev.ran {
		if r.command < start || r.command >= len(ev.out.Commands) || !always && !r.racing {
			continue
		}
		cmd := &ev.out.Commands[r.command]
		if cmd.Code != nil && cmd.Code.Text.HasUnknown() {
			continue
		}
		if ev.writes[r.path] > r.command || ev.changedSince(r.path, r.command+1, len(ev.out.Commands)) {
			cmd.Code = &Code{Lang: "sh", Text: unknownText(byte(OriginInput)), From: "file"}
		}
	}
}

// linkFile makes name another name of the file or folder to.
func (ev *evaluator) linkFile(c *ctx, name, to string) {
	name, to = ev.followLinks(name), ev.followLinks(to)
	if name == to {
		return
	}
	if ev.links == nil {
		ev.links = make(map[string]string)
	}
	if old, ok := ev.links[name]; ok && old != to || c.unsure {
		ev.clouds(name)
		return
	}
	if texts, ok := ev.written[to]; ok { // under its own name too, should the link fail
		ev.store(c, name, texts, fileState{})
	}
	ev.links[name] = to
}

// followLinks gives the name that stands for all names of a file.
func (ev *evaluator) followLinks(p string) string {
	if len(ev.links) == 0 {
		return p
	}
	for range MaxAlternatives {
		found := false
		for name, to := range ev.links {
			if p == name || strings.HasPrefix(p, name+"/") {
				p, found = path.Clean(to+p[len(name):]), true
				break
			}
		}
		if !found {
			break
		}
	}
	return p
}
