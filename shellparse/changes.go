package shellparse

import (
	"path"
	"slices"
	"strings"
)

// Which commands may change a file whose content is known.

// changedSince reports whether a command from..to may have changed a file.
// Writes whose path is fully known are in ev.written, and not looked for here.
func (ev *evaluator) changedSince(p string, from, to int) bool {
	base := path.Base(p)
	done := ev.searched[p]
	if done.from != from || done.to > to {
		done = search{from: from, to: from}
	}
	for ; done.to < min(to, len(ev.out.Commands)) && !done.found; done.to++ {
		if ev.steps++; ev.steps > MaxSteps { // as much work as a statement
			return true
		}
		done.found = ev.mayChange(&ev.out.Commands[done.to], p, base)
	}
	if ev.searched == nil {
		ev.searched = make(map[string]search)
	}
	ev.searched[p] = done
	return done.found
}

// search is how far the commands were searched for changes of a file.
type search struct {
	from, to int
	found    bool
}

// how a program treats the files it is given.
type treatment uint8

const (
	mayWrite treatment = iota // it may change a file it names, or names in its code
	leaves                    // it changes none, or those it changes are followed
	embedded                  // only one that is named inside another word: the script of sed
	moves                     // it changes what it names, and what lies below
	unpacks                   // it writes files that it does not name
	begins                    // it writes files whose names begin with what it names
)

func (ev *evaluator) mayChange(cmd *Command, p, base string) bool {
	if cmd.Remote {
		return false
	}
	dirs := cmd.Dir.Texts
	for _, r := range cmd.Redirs {
		switch r.Op {
		case ">", ">>", ">|", "&>", "&>>", "<>", ">&":
			if _, ok := r.Target.Exact(); ok && exactDirs(dirs) {
				continue // followed
			}
			if r.Op == ">&" && r.FD != 1 {
				continue
			}
			for _, t := range r.Target.Texts {
				if mayName(dirs, t, p, true) {
					return true
				}
			}
		}
	}
	if len(cmd.Argv) == 0 || cmd.Builtin {
		return false
	}
	words := cmd.Argv[1:]
	how := mayWrite
	if name, ok := cmd.Argv[0].Exact(); ok {
		how = ev.treats(programName(name), words)
		if l := interpreterOf(programName(name)); l != nil && l.lang != "awk" && len(words) > 0 {
			if s, ok := words[0].Exact(); ok && (s == "" || s[0] != '-') {
				words = words[1:] // the script it runs
			}
		}
	}
	if cmd.Code != nil && how != leaves && names(cmd.Code.Text, base) {
		return true
	}
	switch how {
	case leaves:
		return false
	case unpacks:
		return belowAny(dirs, words, p)
	case begins:
		return strings.HasPrefix(base, "x") || slices.ContainsFunc(words, func(w Word) bool {
			s, ok := w.Exact()
			return !ok || looksLikePath(s) && strings.HasPrefix(base, path.Base(s)) || len(s) > 2 && s[0] == '-' && strings.HasPrefix(base, path.Base(s[2:]))
		})
	}
	for _, w := range words {
		for _, t := range w.Texts {
			if how != embedded && mayName(dirs, t, p, how == moves) || how == moves && above(dirs, t, p) {
				return true
			}
			if s, ok := t.Exact(); (!ok || !looksLikePath(s)) && names(t, base) {
				return true
			}
		}
	}
	return false
}

func exactDirs(dirs []Text) bool {
	for _, d := range dirs {
		if _, ok := d.Exact(); !ok {
			return false
		}
	}
	return true
}

// looksLikePath reports whether a word is a file's name and nothing around it.
func looksLikePath(s string) bool {
	return s != "" && s[0] != '-' && !strings.ContainsAny(s, " \t\n'\"(){}=:,;<>|&@")
}

// names reports whether a base name stands in a text as a word of its own.
func names(t Text, base string) bool {
	s := string(t)
	for from := 0; ; {
		i := strings.Index(s[from:], base)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(base)
		option := i >= 2 && s[i-2] == '-' && (i == 2 || s[i-3] <= ' ') // -ofile
		if (i == 0 || option || !nameByte(s[i-1])) && (end == len(s) || !nameByte(s[end])) {
			return true
		}
		from = i + 1
	}
}

func nameByte(b byte) bool { return letter(b) || b == '.' || b == '-' }

// pathMax is Linux's PATH_MAX: what is longer opens no file.
const pathMax = 4096

// mayName reports whether a word may be the path of a file. sure is what it
// is where nothing of it is known.
func mayName(dirs []Text, t Text, p string, sure bool) bool {
	if _, ok := t.Mark(); ok {
		return sure
	}
	for strings.HasPrefix(string(t), "./") {
		t = t[2:]
	}
	s := string(t)
	switch {
	case s == "", len(s) > pathMax && !t.HasUnknown():
		return false
	case s[0] == '/' || s[0] == 0:
		return mayMatch(t, p)
	}
	for _, d := range dirs {
		if d.HasUnknown() {
			if mayMatch(unknownText(0)+"/"+t, p) {
				return true
			}
			continue
		}
		if mayMatch(cleanText(d+"/"+t), p) {
			return true
		}
	}
	return false
}

// mayMatch reports whether a text may be a string: what is unknown, or a
// pattern, is anything.
func mayMatch(t Text, s string) bool {
	lit, exact := t.Exact()
	if exact {
		return path.Clean(lit) == s
	}
	first, brackets := true, false
	for part := range t.Parts() {
		if part.Origin >= 0 || part.Glob {
			first, brackets = false, brackets || part.Lit == "["
			continue
		}
		if brackets { // what stands in them cannot be told from what follows
			continue
		}
		lit := part.Lit
		if first {
			if !strings.HasPrefix(s, lit) {
				return false
			}
			s = s[len(lit):]
		} else {
			i := strings.Index(s, lit)
			if i < 0 {
				return false
			}
			s = s[i+len(lit):]
		}
		first = false
	}
	return true
}

// above reports whether a word may name a folder that holds p.
func above(dirs []Text, t Text, p string) bool {
	s, ok := t.Exact()
	if !ok || !looksLikePath(s) {
		return false
	}
	for _, d := range dirs {
		dir := Text(s)
		if !path.IsAbs(s) {
			dir = cleanText(d + "/" + t)
		}
		folder, ok := dir.Exact()
		if !ok || strings.HasPrefix(p, strings.TrimSuffix(path.Clean(folder), "/")+"/") {
			return true
		}
	}
	return false
}

// belowAny reports whether p lies below the working directory of a program
// that unpacks files, or below the one it is told to use.
func belowAny(dirs []Text, words []Word, p string) bool {
	for i, w := range words {
		s, ok := w.Exact()
		switch {
		case !ok:
		case (s == "-C" || s == "-d" || s == "--directory" || s == "--work-tree") && i+1 < len(words):
			target := words[i+1].Texts[0]
			if _, ok := target.Exact(); !ok {
				return true
			}
			return above(dirs, target, p)
		case strings.HasPrefix(s, "--directory="):
			return above(dirs, Text(s[len("--directory="):]), p)
		}
	}
	for _, d := range dirs {
		if above(nil, d, p) || !exactDirs([]Text{d}) || above([]Text{d}, ".", p) {
			return true
		}
	}
	return slices.ContainsFunc(words, func(w Word) bool { return above(dirs, w.Texts[0], p) })
}

// treats says how a program treats the files on its command line.
func (ev *evaluator) treats(name string, words []Word) treatment {
	if isShell(name) {
		return leaves // what it runs is recorded too
	}
	switch name {
	case "cat", "tac", "nl", "head", "tail", "less", "more", "bat", "wc", "grep", "egrep", "fgrep", "rg", "ag", "ls", "stat", "file", "du", "df", "tree",
		"diff", "cmp", "comm", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum", "od", "hexdump", "strings",
		"chmod", "chown", "chgrp", "touch", "mkdir", "rmdir", "rm", "unlink", "test", "[", "echo", "printf", "true", "false", "pwd", "dirname", "basename",
		"realpath", "readlink", "which", "cut", "tr", "paste", "join", "fold", "fmt", "column", "rev", "jq", "shellcheck", "sleep", "kill", "ps", "type",
		"xargs", "gxargs", "parallel", "find", "gfind", "fd", "fdfind", "tee", "cp", "mv", "gcp", "gmv":
		if name == "cp" || name == "mv" || name == "gcp" || name == "gmv" {
			return copyTreatment(words)
		}
		return leaves
	case "awk", "gawk", "mawk", "nawk", "sort":
		if hasInPlace(words, "-i", "-o", "--output", "--include") {
			return moves
		}
		return embedded
	case "sed", "gsed", "perl", "ruby":
		if hasInPlace(words, "-i", "--in-place") {
			return moves
		}
		if name == "perl" || name == "ruby" {
			return mayWrite
		}
		return embedded
	case "sponge":
		return leaves // see [evaluator.putsInto]
	case "ln", "install", "rsync", "scp", "sftp", "dd", "truncate", "rename", "mmv", "shred", "patch", "ed", "ex", "vim", "vi", "nvim":
		if name == "rsync" || name == "patch" || name == "scp" || name == "sftp" {
			return unpacks
		}
		return moves
	case "split", "csplit", "gsplit", "gcsplit":
		return begins
	case "tar", "gtar", "bsdtar":
		for i, w := range words {
			s := w.Texts[0].String()
			if s == "--extract" || s == "--get" || i == 0 && strings.IndexByte(s, 'x') >= 0 && !strings.HasPrefix(s, "--") || len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.IndexByte(s, 'x') > 0 {
				return unpacks
			}
		}
		return mayWrite
	case "unzip", "7z", "7za", "unrar", "cpio", "unar", "unsquashfs":
		return unpacks
	case "git", "hg", "svn", "jj": // another version of the project's own script is still the project's
		for _, w := range words {
			switch s, _ := w.Exact(); s {
			case "apply", "am", "clone", "import", "patch":
				return unpacks
			}
		}
		return leaves
	}
	if len(ev.grammarsOf(name)) > 0 || isLoader(name) {
		return leaves
	}
	return mayWrite
}

// copyTreatment: a copy of one file onto another is followed, see [evaluator.copies].
func copyTreatment(words []Word) treatment {
	operands := 0
	for _, w := range words {
		s, ok := w.Exact()
		switch {
		case !ok:
			return moves
		case len(s) > 1 && s[0] == '-':
			if strings.HasPrefix(s, "--") || strings.ContainsAny(s, "rRatTSslbdP") {
				return moves
			}
		default:
			operands++
		}
	}
	if operands < 2 {
		return moves
	}
	return leaves
}

// hasInPlace reports whether one of some options is given, a short one also
// inside a cluster or with its value.
func hasInPlace(words []Word, flags ...string) bool {
	for _, w := range words {
		s := w.Texts[0].String()
		for _, f := range flags {
			if strings.HasPrefix(f, "--") {
				if s == f || strings.HasPrefix(s, f+"=") {
					return true
				}
			} else if len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.IndexByte(s, f[1]) > 0 {
				return true
			}
		}
	}
	return false
}
