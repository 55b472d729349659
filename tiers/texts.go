package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Code is read call by call, and no reader knows every library. What it, or a
// file that this text writes for a tool to read, holds as plain text and would
// be blocked as a command is therefore asked about.

// Not in a table of rules, see [unknownRunner].
var holdsBlockedText = Rule{
	ID: "code.holds-blocked", Tier: High,
	Why:   "the code, or a file that this text writes and this program reads, holds a command that would be blocked",
	Safer: "leave that command out",
}

// readBy says which files a tool reads and runs what stands in them.
var readBy = [...]struct{ tools, files []string }{
	{[]string{"make", "gmake"}, []string{"Makefile", "makefile", "GNUmakefile", "*.mk"}},
	{[]string{"just"}, []string{"justfile", "Justfile", ".justfile"}},
	{[]string{"task"}, []string{"Taskfile.yml", "Taskfile.yaml"}},
	{[]string{"npm", "pnpm", "yarn", "bun"}, []string{"package.json"}},
	{[]string{"rake"}, []string{"Rakefile", "*.rake"}},
	{[]string{"go"}, []string{"*.go"}}, {[]string{"java", "javac"}, []string{"*.java"}}, {[]string{"dart", "flutter"}, []string{"*.dart"}},
	{[]string{"swift", "swiftc"}, []string{"*.swift"}}, {[]string{"cargo", "rustc"}, []string{"*.rs"}}, {[]string{"gcc", "cc", "clang", "g++", "c++", "tcc"}, []string{"*.c", "*.cc", "*.cpp"}},
	{[]string{"dotnet"}, []string{"*.cs", "*.csx", "*.fsx"}}, {[]string{"python"}, []string{"*.py"}}, {[]string{"kotlin", "kotlinc"}, []string{"*.kt", "*.kts"}}, {[]string{"lua", "luajit"}, []string{"*.lua"}},
}

// holdsBlocked reports whether the code that a command runs, or a file that the
// text wrote and the command reads, holds what would be blocked.
func holdsBlocked(c *call, h *hit) bool {
	if c.j.o.inner {
		return false
	}
	if c.Code != nil && c.Code.Lang != "sh" && !c.onlyMentions() && c.j.textHoldsBlocked(c.Code.Text.String(), false, h) {
		return true
	}
	for i := range readBy {
		if len(c.j.wrote) == 0 || !slices.Contains(readBy[i].tools, c.name) {
			continue
		}
		for _, w := range c.j.wrote {
			for _, file := range readBy[i].files {
				if wordIs(path.Base(w.path), file) && runsPrograms(path.Ext(file), w.text) && c.j.textHoldsBlocked(w.text, true, h) {
					return true
				}
			}
		}
	}
	return buildsBlocked(c, h)
}

// wroteText is a text and the file it was written to.
type wroteText struct {
	path, text     string
	source, recipe *hit // what was found in it, once it was looked through; empty where nothing was
}

// How many texts are remembered, and how much of each.
const mostWritten, longestWritten = 64, 1 << 16

// noteText remembers what echo, printf, cat and tee write into files.
func (j *judge) noteText(c *call) {
	if len(j.wrote) == mostWritten {
		return
	}
	switch c.name {
	case "cat", "tee":
		if !c.HasIn {
			return
		}
	case "echo", "printf", "jq", "sed", "gsed", "perl":
	case "mv", "gmv", "cp", "gcp":
		j.carryText(c)
		return
	case "npm", "pnpm", "yarn":
		if _, ok := c.sub("pkg set", "set-script"); ok && c.dir != "" {
			j.wrote = append(j.wrote, wroteText{path: path.Join(c.dir, "package.json"), text: writtenBy(c)})
		}
		return
	default:
		return
	}
	text, read := "", false
	for _, t := range c.effects() {
		if t.verb&changes != 0 && t.path != "" && !t.free {
			if !read {
				text, read = writtenBy(c), true
			}
			j.wrote = append(j.wrote, wroteText{path: t.path, text: text})
		}
	}
}

// carryText remembers the text of a file under the name that it is given.
func (j *judge) carryText(c *call) {
	if len(c.ops) != 2 {
		return
	}
	from, to := c.target(c.ops[0]), c.target(c.ops[1])
	for _, w := range j.wrote {
		if w.path == from.path && to.path != "" && !to.free {
			j.wrote = append(j.wrote, wroteText{path: to.path, text: w.text})
			return
		}
	}
}

// writtenBy is the text that one of them writes: of a filter, what it is told
// to put in.
func writtenBy(c *call) string {
	if c.HasIn && (c.name == "cat" || c.name == "tee") {
		text := c.In.String()
		return text[:min(len(text), longestWritten)]
	}
	var text strings.Builder
	for i, a := range c.ops {
		if i > 0 {
			text.WriteByte(' ')
		}
		if text.WriteString(a.lit); text.Len() > longestWritten {
			break
		}
	}
	s := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(text.String())
	return s[:min(len(s), longestWritten)]
}

// textHoldsBlocked looks through the strings of a program, and through the
// indented lines of a file of recipes.
func (j *judge) textHoldsBlocked(text string, lines bool, h *hit) bool {
	const most, longest = 32, 500
	tried := 0
	blocked := func(s string) bool {
		s = strings.TrimLeft(s, "@-+ \t")
		first, _, more := strings.Cut(s, " ")
		if p := programOf(base(first)); !more || p == nil || p.tier == Safe && p.guards&(onFiles|code) == 0 || p.data || tried == most {
			return false
		}
		tried++
		if !Judge(shellparse.Parse(s, shellparse.Options{Dir: j.f.Dir, Home: j.f.Home}), j.f, Options{inner: true}).Hardline {
			return false
		}
		h.target = s
		return true
	}
	if lines {
		for line := range strings.Lines(text) {
			if line[0] == '\t' || line[0] == ' ' {
				if blocked(strings.TrimSpace(line)) {
					return true
				}
			}
		}
	}
	for i := 0; i < len(text); i++ {
		q := text[i]
		if q != '\'' && q != '"' && q != '`' {
			continue
		}
		rest := text[i+1 : min(len(text), i+1+longest)]
		k := strings.IndexByte(rest, q)
		if k < 0 {
			continue
		}
		if blocked(rest[:k]) {
			return true
		}
		if w := j.wipes(at(target{}, rest[:k]+"/", j.f.Dir)); k > 0 && rest[0] == '/' && w != "" && deletingCall(text[:i]) {
			h.target = rest[:k]
			return true
		}
	}
	return false
}

// deletingCall reports whether text ends with the beginning of a call that
// deletes a folder with all it holds, by the names that languages give these.
func deletingCall(text string) bool {
	text = strings.TrimRight(text, " ")
	if i := strings.LastIndexByte(text, '('); i >= 0 && len(text)-i < 12 && strings.Trim(text[i+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:") == "" { // removeItem(atPath:
		text = text[:i]
	}
	for _, name := range [...]string{"RemoveAll", "deleteDirectory", "removeItem", "deleteTree", "delete_tree", "deltree", "rmtree", "rm_rf", "rm_r", "remove_dir_all", "remove_all", "deleteRecursively", "rmSync", "rmdirSync", "remove_tree", "Directory.Delete", "->remove", "File::deleteDirectory", "FileUtils.rm_rf", "Directory"} {
		if strings.HasSuffix(text, name) {
			return true
		}
	}
	return false
}
