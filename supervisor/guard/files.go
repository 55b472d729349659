package guard

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// What the words of an exec are on this machine now, which a text does not show.

// maxFilesNamed bounds how many words of an exec are looked up as files.
const maxFilesNamed = 256

// files calls use for each word that is the path of a file, or holds one behind a =:
// where it begins, and the path from /.
func (e *Exec) files(use func(word, from int, file string)) {
	for i, w := range e.Argv[:min(len(e.Argv), maxFilesNamed)] {
		from := strings.IndexByte(w, '=') + 1
		if i == 0 || from == len(w) || w[from] == '-' {
			continue
		}
		file := w[from:]
		if file[0] != '/' {
			file = e.Dir + "/" + file // .. counts from where a link leads
		}
		if _, err := os.Lstat(file); err == nil {
			use(i, from, file)
		}
	}
}

// resolved are an exec's words with the paths that they lead to; nil where they are
// these.
func (e *Exec) resolved() (words []string) {
	follows := !slices.Contains(linksThemselves[:], e.Argv[0]) || e.Argv[0] == "find" && slices.ContainsFunc(e.Argv, followsLinks)
	e.files(func(word, from int, file string) {
		real, err := leadsTo(file, follows)
		if err != nil || real == path.Clean(file) {
			return
		}
		if words == nil {
			words = slices.Clone(e.Argv)
		}
		words[word] = words[word][:from] + real
	})
	return words
}

// linksThemselves are programs that take a link for itself and not for the file that
// it names.
var linksThemselves = [...]string{"rm", "unlink", "rmdir", "mv", "ln", "find", "git"}

// followsLinks knows the words by which find does otherwise.
func followsLinks(word string) bool { return word == "-L" || word == "-H" || word == "-follow" }

// leadsTo is a path without links: the last name may be left as it is.
func leadsTo(file string, last bool) (string, error) {
	slash := strings.LastIndexByte(file, '/')
	name := file[slash+1:]
	if last || name == "" || name == "." || name == ".." {
		return filepath.EvalSymlinks(file)
	}
	dir, err := filepath.EvalSymlinks(file[:slash+1])
	return path.Join(dir, name), err
}

// namesDisk reports whether one of an exec's words is a disk's device.
func (e *Exec) namesDisk() (found bool) {
	e.files(func(_, _ int, file string) {
		info, err := os.Stat(file)
		found = found || err == nil && info.Mode()&(os.ModeDevice|os.ModeCharDevice) == os.ModeDevice
	})
	return found
}

// namesOutside reports whether one of an exec's words is a file that is not the
// project's, as [Execs.outside] has it.
func (x *Execs) namesOutside(e *Exec) (found bool) {
	e.files(func(_, _ int, file string) { found = found || x.outside(file) })
	return found
}
