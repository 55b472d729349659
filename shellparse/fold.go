package shellparse

import (
	"hash/maphash"
	"slices"
)

// fold drops the commands that another turn of a loop has found again, word
// for word, and keeps the indexes of origins right.
func (s *Script) fold() {
	first := map[uint64][]int{} // by a hash, which only narrows the search
	moved := make([]int, len(s.Commands))
	kept := s.Commands[:0]
	seed := maphash.MakeSeed()
	for i := range s.Commands {
		cmd := s.Commands[i]
		k := cmd.hash(seed)
		j := -1
		for _, n := range first[k] {
			if cmd.same(&kept[n]) {
				j = n
				break
			}
		}
		if j < 0 {
			j = len(kept)
			first[k] = append(first[k], j)
			kept = append(kept, cmd)
		}
		moved[i] = j
	}
	s.Commands = kept
	for i, o := range s.Origins {
		if o.Command >= 0 && o.Command < len(moved) {
			s.Origins[i].Command = moved[o.Command]
		}
	}
}

// same reports whether two commands are the same, found twice at one place.
func (cmd *Command) same(b *Command) bool {
	words := func(a, b Word) bool { return a.Many == b.Many && slices.Equal(a.Texts, b.Texts) }
	return cmd.Pos.Offset == b.Pos.Offset && cmd.Background == b.Background && cmd.Remote == b.Remote && cmd.Level == b.Level &&
		(cmd.Code != nil) == (b.Code != nil) && cmd.HasIn == b.HasIn && cmd.In == b.In && words(cmd.Dir, b.Dir) &&
		slices.Equal(cmd.Via, b.Via) && slices.EqualFunc(cmd.Argv, b.Argv, words) &&
		slices.EqualFunc(cmd.Assigns, b.Assigns, func(a, b Assign) bool { return a.Name == b.Name && words(a.Value, b.Value) }) &&
		slices.EqualFunc(cmd.Redirs, b.Redirs, func(a, b Redir) bool { return a.Op == b.Op && a.FD == b.FD && words(a.Target, b.Target) })
}

// hash tells apart most commands that are not the same, by the ends of their
// words and how long they are.
func (cmd *Command) hash(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	add := func(s string) {
		if n := len(s); n > 128 {
			h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16)})
			h.WriteString(s[:64])
			s = s[n-64:]
		}
		h.WriteString(s)
		h.WriteByte(0)
	}
	for _, via := range cmd.Via {
		add(via)
	}
	for _, w := range cmd.Argv[:min(len(cmd.Argv), 16)] {
		for _, t := range w.Texts {
			add(string(t))
		}
	}
	for _, a := range cmd.Assigns {
		for _, t := range a.Value.Texts {
			add(string(t))
		}
	}
	for _, r := range cmd.Redirs {
		for _, t := range r.Target.Texts {
			add(string(t))
		}
	}
	for _, t := range cmd.Dir.Texts {
		add(string(t))
	}
	add(string(cmd.In))
	h.WriteByte(byte(len(cmd.Argv)))
	return h.Sum64() ^ uint64(cmd.Pos.Offset)
}
