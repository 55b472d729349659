package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// A push to a repository next door, in another folder of this machine, is how test
// suites try git out: it publishes nothing. A text does not say where origin is;
// when git is started its repository can be asked.

// maxConfig is the most of a repository's settings that is read, in bytes.
const maxConfig = 64 << 10

// pushesNearby reports whether an exec is a push whose repository is surely a folder
// of this machine.
func (e *Exec) pushesNearby(f *tiers.Finding) bool {
	if f.Rule != "git.push" && f.Rule != "git.push-force" {
		return false
	}
	dir, words, ok := e.gitWords()
	if !ok || len(words) == 0 || words[0] != "push" {
		return false
	}
	repository, ok := repositoryOf(dir)
	if !ok {
		return false
	}
	to := slices.IndexFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") })
	if slices.ContainsFunc(words, func(w string) bool {
		return w == "-o" || strings.HasPrefix(w, "--rec") || w == "--repo" || w == "--push-option" || w == "--exec"
	}) {
		return false // whose value could be taken for the repository
	}
	if to >= 0 && repository.remotes[words[1+to]] == nil {
		return repository.isNear(words[1+to], dir)
	}
	near := false
	for name, addresses := range repository.remotes {
		if to >= 0 && name != words[1+to] {
			continue
		}
		for _, address := range addresses {
			if !isFolder(repository.rewritten(address), repository.dir) {
				return false
			}
			near = true
		}
	}
	return near
}

// isNear reports whether a word that is no remote's name is a folder, or nothing
// that git could push to.
func (r *repository) isNear(word, dir string) bool {
	for _, old := range [...]string{"remotes", "branches"} { // see gitrepository-layout(5)
		for _, git := range [...]string{".git", "."} {
			if _, err := os.Stat(filepath.Join(r.dir, git, old, word)); err == nil {
				return false
			}
		}
	}
	address := r.rewritten(word)
	return isFolder(address, dir) || !strings.ContainsAny(address, ":/")
}

// gitWords are git's words from its sub-command on, and where it works.
func (e *Exec) gitWords() (dir string, words []string, ok bool) {
	dir = e.Dir
	for i := 1; i < len(e.Argv); i++ {
		switch w := e.Argv[i]; {
		case w == "-C" && i+1 < len(e.Argv):
			i++
			dir = from(dir, e.Argv[i])
		case !strings.HasPrefix(w, "-"):
			return dir, e.Argv[i:], true
		case w == "-c" && i+1 < len(e.Argv) && !strings.HasPrefix(e.Argv[i+1], "remote.") && !strings.HasPrefix(e.Argv[i+1], "url."):
			i++
		case w == "-c" || strings.HasPrefix(w, "--git-dir") || strings.HasPrefix(w, "--work-tree") || strings.HasPrefix(w, "--config-env"):
			return "", nil, false // another repository, or settings that are not in its file
		}
	}
	return "", nil, false
}

// repository is where git's settings say that a repository's commits go.
type repository struct {
	dir      string
	remotes  map[string][]string // addresses, by name
	rewrites map[string]string   // what stands for the beginning of an address (url.*.insteadOf)
}

// repositoryOf reads the settings of the repository around a folder. It is not ok
// where there is none, or some may stand elsewhere.
func repositoryOf(dir string) (r *repository, ok bool) {
	for ; ; dir = filepath.Dir(dir) {
		r = &repository{dir, make(map[string][]string), make(map[string]string)}
		for _, file := range [...]string{filepath.Join(dir, ".git", "config"), filepath.Join(dir, "config")} {
			info, err := os.Stat(file)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfig {
				continue
			}
			text, err := os.ReadFile(file)
			if err == nil && strings.Contains(string(text), "[core]") {
				return r, r.read(string(text))
			}
		}
		if info, err := os.Lstat(filepath.Join(dir, ".git")); dir == "/" || dir == "." || err == nil && !info.IsDir() {
			return nil, false // a file there leads to another folder
		}
	}
}

// read reads a file of settings, see git-config(1).
func (r *repository) read(text string) (ok bool) {
	kind, name := "", "" // of the section
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "["); ok {
			kind, name, _ = strings.Cut(section, `"`)
			kind = strings.ToLower(strings.TrimRight(kind, " ]"))
			name, _, _ = strings.Cut(name, `"`)
			if strings.HasPrefix(kind, "include") {
				return false
			}
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch key = strings.ToLower(strings.TrimSpace(key)); {
		case kind == "remote" && (key == "url" || key == "pushurl"):
			r.remotes[name] = append(r.remotes[name], value)
		case kind == "url" && (key == "insteadof" || key == "pushinsteadof"):
			r.rewrites[value] = name
		}
	}
	return true
}

// rewritten is an address as git uses it: the longest beginning that another stands
// for is replaced.
func (r *repository) rewritten(address string) string {
	longest := ""
	for beginning := range r.rewrites {
		if strings.HasPrefix(address, beginning) && len(beginning) > len(longest) {
			longest = beginning
		}
	}
	if longest == "" {
		return address
	}
	return r.rewrites[longest] + address[len(longest):]
}

// isFolder reports whether an address is a folder of this machine.
func isFolder(address, dir string) bool {
	address = strings.TrimPrefix(address, "file://")
	if strings.Contains(address, ":") {
		return false // another machine's, or a protocol's
	}
	info, err := os.Stat(from(dir, address))
	return err == nil && info.IsDir()
}

func from(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}
