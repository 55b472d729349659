package tiers

import (
	"slices"
	"strings"
)

// Commands that are given to vi on its command line.

// onlyEdits reports whether vi is given no commands but those that change the
// lines of the file it opens, write it back and leave.
func (c *call) onlyEdits() bool {
	if !slices.Contains([]string{"vim", "nvim", "vi", "ex"}, c.name) || c.has("-S", "--cmd", "-u", "-l") {
		return false
	}
	for i := 0; i < len(c.args); i++ {
		a, command := c.args[i], ""
		switch {
		case !a.exact:
			return false
		case a.lit == "-c" && i+1 < len(c.args):
			i++
			if !c.args[i].exact {
				return false
			}
			command = c.args[i].lit
		case strings.HasPrefix(a.lit, "+"):
			command = a.lit[1:]
		case slices.Contains([]string{"-e", "-s", "-es", "-E", "-Es", "-n", "-i", "NONE", "--headless", "--noplugin", "--clean", "-N", "-T", "dumb", "--not-a-term"}, a.lit) || a.lit != "" && a.lit[0] != '-':
			continue
		default:
			return false
		}
		if !editsLines(command) {
			return false
		}
	}
	return true
}

// plainSettings are options of vim that say how a text looks, is searched or is written.
// None names a file or a program, and none is an expression.
const plainSettings = " ai autoindent ar autoread aw autowrite bg background bk backup bin binary bomb bs backspace cc colorcolumn cin cindent ch cmdheight co columns cp compatible " +
	"cuc cursorcolumn cul cursorline enc encoding eol ea equalalways et expandtab fen foldenable fdc foldcolumn fdl foldlevel fdm foldmethod fenc fileencoding ff fileformat ft filetype " +
	"fixeol hid hidden hi history hls hlsearch ic ignorecase is incsearch ls laststatus lbr linebreak lines list lz lazyredraw mouse more nu number nuw numberwidth paste pi preserveindent " +
	"rnu relativenumber ru ruler sb splitbelow spr splitright sc showcmd shm shortmess si smartindent scs smartcase sm showmatch smd showmode so scrolloff spell spelllang sta smarttab sts softtabstop " +
	"sw shiftwidth swf swapfile syn syntax tgc termguicolors tm timeoutlen ts tabstop tw textwidth ul undolevels udf undofile vb visualbell wb writebackup wm wrapmargin wrap ws wrapscan "

// plainSetting knows one of them, switched on or off, or with a value.
func plainSetting(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	name = strings.TrimRight(name, "?&!+-^")
	is := func(name string) bool { return name != "" && strings.Contains(plainSettings, " "+name+" ") }
	off, isOff := strings.CutPrefix(name, "no")
	return is(name) || isOff && is(off)
}

// editsLines knows ex commands that stay in the buffer, or write it back.
func editsLines(command string) bool {
	command = strings.TrimLeft(strings.TrimSpace(command), ":%0123456789,.$ ")
	switch command {
	case "", "wq", "x", "q", "w", "wq!", "x!", "q!", "w!", "wqa", "qa", "qa!", "wa", "d", "j", "update", "retab", "noh":
		return true
	}
	switch words := strings.Fields(command); {
	case len(words) > 1 && slices.Contains([]string{"se", "set", "setl", "setlocal"}, words[0]):
		return !slices.ContainsFunc(words[1:], func(w string) bool { return !plainSetting(w) })
	case len(words) == 2 && words[0] == "syntax":
		return words[1] == "on" || words[1] == "off" || words[1] == "enable"
	case len(words) > 1 && words[0] == "filetype":
		return true // which says which of the editor's own files are read
	}
	if len(command) > 3 && command[0] == 's' && strings.IndexByte("/#@,|", command[1]) >= 0 {
		parts := strings.Split(command[2:], command[1:2])
		return len(parts) == 3 && !strings.Contains(parts[1], `\=`) && strings.Trim(parts[2], "gicIe&n") == ""
	}
	return false
}

// tameEditor reports whether the value of a setting that names an editor or a
// pager is one command, of a program that does no more than that.
func tameEditor(v string) bool {
	for _, dir := range [...]string{"/bin/", "/usr/bin/"} {
		v = strings.TrimPrefix(v, dir)
	}
	w, _, _ := strings.Cut(v, " ")
	known := harmlessProgram(v) || harmlessProgram(w) || slices.Contains([]string{"sed", "bat", "col", "head", "tail", "tee", "echo", "touch"}, w)
	return known && !strings.ContainsAny(unquotedPart(v), ";|&`$\n")
}

// unquotedPart is what of a line of shell code stands outside quotes; within
// double ones, $ and ` count as outside, and so does all that a quote opens and
// none closes.
func unquotedPart(s string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		end := -1
		switch s[i] {
		case '\\':
			i++
			continue
		case '\'', '"':
			end = strings.IndexByte(s[i+1:], s[i])
		}
		switch {
		case end >= 0 && (s[i] == '\'' || !strings.ContainsAny(s[i+1:i+1+end], "$`\\")):
			i += end + 1
		default:
			sb.WriteByte(s[i])
		}
	}
	return sb.String()
}

// tameSSH reports whether a command line of ssh names no other command.
func tameSSH(v string) bool {
	return !strings.Contains(strings.ToLower(v), "proxycommand") && !strings.Contains(strings.ToLower(v), "localcommand") && !strings.ContainsAny(v, ";|&`$\n")
}
