package tiers

import (
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// target is a path a command would touch, cleaned against its working
// directory and through the symbolic links systems usually have.
type target struct {
	path   string // absolute and clean; a pattern, * for what is not known, where wild or loose
	wild   bool   // a pattern character in it is live
	loose  bool   // some of it is not known
	free   bool   // not even where it starts is known: it may be anything
	named  bool   // free only for the working directory: the word itself is known
	made   bool   // a path the script made itself, with mktemp
	top    bool   // the root of a git repository, or something in it: path says so from the folder that git was asked in
	unset  string // the variable that is not set, so that path is what bash will see
	listed bool   // what another command lists there
	bare   bool   // the word is nothing but that variable
}

// madeByMktemp stands for the path that mktemp prints.
const madeByMktemp = "/tmp/tmp.XXXXXXXXXX"

// target resolves one argument.
func (c *call) target(a arg) target { return c.j.target(a.Text, a.many, c.dir) }

func (j *judge) target(t shellparse.Text, many bool, dir string) target {
	if s, ok := t.Exact(); ok && (!many || s != "") { // one of the words at least, where there may be many
		if s == "" {
			return target{}
		}
		g := j.throughOwnLinks(at(target{}, s, dir))
		if strings.HasSuffix(s, "/") || strings.HasSuffix(s, "/.") { // not the link, but what it leads to
			if r, ok := j.renamed[g.path]; ok && r.link {
				g.path = r.to
			}
		}
		return g
	}
	var g target
	var sb strings.Builder
	literal := false
	for p := range t.Parts() {
		switch {
		case p.Glob:
			g.wild = true
			sb.WriteString(p.Lit)
			literal = true
		case p.Origin < 0:
			sb.WriteString(p.Lit)
			literal = true
		default:
			o := shellparse.Origin{}
			if p.Origin < len(j.s.Origins) {
				o = j.s.Origins[p.Origin]
			}
			switch {
			case o.Kind == shellparse.OriginUnset:
				g.unset = o.Name
			case len(o.Name) > 1 && o.Name[0] == '~' && sb.Len() == 0: // another user's home, or this one's by name
				sb.WriteString(j.homeOf(o.Name[1:]))
				literal = true
			case o.Kind == shellparse.OriginGlob: // a name in a folder, so without a slash
				g.wild = true
				sb.WriteByte('*')
				literal = true
			case o.Kind == shellparse.OriginOutput && o.Name == "mktemp" && sb.String() != madeByMktemp:
				// The name of a new file, wherever its template puts it.
				g = target{made: true}
				sb.Reset()
				sb.WriteString(madeByMktemp)
				literal = true
			case o.Kind == shellparse.OriginOutput && o.Name == "pwd" && sb.Len() == 0 && dir != "":
				sb.WriteString(dir)
				literal = true
			case o.Kind == shellparse.OriginOutput && o.Name == "git" && sb.Len() == 0 && j.toplevel(o, dir) != "":
				sb.WriteString(j.toplevel(o, dir)) // or a folder above it
				g.top, literal = true, true
			case o.Kind == shellparse.OriginOutput && printsName(o.Name):
				g.loose = true
				sb.WriteByte('*')
				literal = true
			default:
				g.free = g.free || sb.Len() == 0
				g.loose = true
				sb.WriteByte('*')
			}
		}
	}
	if many && !g.wild && !g.loose && !g.made && g.unset == "" {
		g.loose, g.free = true, true
	}
	s := sb.String()
	if g.unset != "" && !literal {
		g.bare = true
	}
	if s == "" {
		return g
	}
	return j.throughOwnLinks(at(g, s, dir))
}

// throughOwnLinks follows the links that the text itself has made. The link
// itself, without a slash after it, stays a link.
func (j *judge) throughOwnLinks(g target) target {
	if len(j.renamed) == 0 || g.path == "" {
		return g
	}
	for dir := path.Dir(g.path); len(dir) > 1; dir = path.Dir(dir) {
		if r, ok := j.renamed[dir]; ok && r.link {
			g.path = throughLinks(path.Clean(r.to + g.path[len(dir):]))
			break
		}
	}
	return g
}

// toplevel is the folder in which a command prints the root of the git
// repository; "" where it prints something else, or it is not known where. dir
// is where its output is used: where the command may run in several folders of
// the project, it is taken to run in that one.
func (j *judge) toplevel(o shellparse.Origin, dir string) string {
	if o.Command < 0 || o.Command >= len(j.s.Commands) {
		return ""
	}
	cmd := &j.s.Commands[o.Command]
	if len(cmd.Argv) != 3 || cmd.Remote || j.assigned("GIT_WORK_TREE") || j.assigned("GIT_DIR") {
		return ""
	}
	sub, _ := cmd.Argv[1].Exact()
	option, _ := cmd.Argv[2].Exact()
	if sub != "rev-parse" || option != "--show-toplevel" {
		return ""
	}
	if s, ok := cmd.Dir.Exact(); ok {
		return s
	}
	found := ""
	for _, t := range cmd.Dir.Texts {
		s, ok := t.Exact()
		if !ok || !(target{path: s}).below(j.dir) {
			return ""
		}
		if s == dir || dir == "" && found == "" {
			found = s
		}
	}
	return found
}

// inRepository is where a text leads that begins with the root of the project's
// repository; "" where it does not, or where it would lead into a folder of the
// system, should git print nothing.
func (j *judge) inRepository(t shellparse.Text) string {
	g := j.target(t, false, "")
	if !g.top || g.free || g.loose || g.wild || g.unset != "" || !g.below(j.dir) {
		return ""
	}
	switch rest := path.Clean("/" + strings.TrimPrefix(t.String(), "*")); {
	case rest == "/":
	case below(rest, j.dir): // "$(git … || pwd)"
		return rest
	case !j.mayBeProject(rest):
		return ""
	}
	return g.path
}

// printsName knows the programs whose output is a number or a name rather than
// a path.
func printsName(program string) bool {
	switch program {
	case "seq", "date", "whoami", "hostname", "id", "uname", "nproc", "wc", "uuidgen", "basename":
		return true
	}
	return false
}

// homeOf is where a user's home directory usually is.
func (j *judge) homeOf(user string) string {
	if h := j.f.Home; baseName(h) == user {
		return h
	}
	if strings.HasPrefix(j.f.Home, "/Users/") {
		return "/Users/" + user
	}
	return "/home/" + user
}

// at completes g with the path s seen from dir.
func at(g target, s, dir string) target {
	switch {
	case g.free && s[0] == '*':
		g.path = s
		return g
	case s == "":
		return g
	case s[0] == '/':
	case dir == "":
		g.named = !g.loose && !g.wild && s != "." && s != ".." && !strings.HasPrefix(s, "../")
		g.free, g.loose = true, true
		g.path = "*/" + s
		return g
	default:
		s = dir + "/" + s
	}
	g.path = throughLinks(path.Clean(s))
	g.made = below(g.path, madeByMktemp) // no more than what is in it: "$d/../.." is not
	return g
}

// throughLinks replaces the symbolic links at the root of usual systems: the
// merged /usr of Linux distributions, /private of macOS, and /proc's ways back
// to the root.
func throughLinks(p string) string {
	if len(p) < 4 {
		return p
	}
	switch p[1] {
	case 'b', 'l', 's', 'v', 'p', 'S', 'm':
	default:
		return p
	}
	for _, l := range [...][2]string{
		{"/bin", "/usr/bin"}, {"/sbin", "/usr/sbin"}, {"/lib", "/usr/lib"}, {"/lib32", "/usr/lib32"},
		{"/lib64", "/usr/lib64"}, {"/libx32", "/usr/libx32"}, {"/var/run", "/run"},
		{"/private/etc", "/etc"}, {"/private/var", "/var"}, {"/private/tmp", "/tmp"},
		{"/System/Volumes/Data", ""}, {"/proc/self/root", ""}, {"/proc/1/root", ""}, {"/proc/thread-self/root", ""},
	} {
		if p == l[0] || strings.HasPrefix(p, l[0]) && p[len(l[0])] == '/' {
			p = l[1] + p[len(l[0]):]
			if p == "" {
				return "/"
			}
			return p
		}
	}
	return p
}

// madeDir is where a text leads that the script made with mktemp; "" where it
// is not that.
func (j *judge) madeDir(t shellparse.Text) string {
	if g := j.target(t, false, ""); g.made && !g.loose {
		return g.path
	}
	return ""
}

// someDir is where a text leads that the script made with mktemp, that is the
// root of the repository or below it, or that is a folder of the project which a
// pattern finds: then its path is the pattern. "" where it is none of them.
func (j *judge) someDir(t shellparse.Text) string {
	if made := j.madeDir(t); made != "" {
		return made
	}
	if dir := j.inRepository(t); dir != "" {
		return dir
	}
	if g := j.target(t, false, ""); g.wild && !g.loose && g.unset == "" && g.below(j.dir) && g.path != j.dir {
		return g.path
	}
	return ""
}

// below reports whether the path is dir or something in it.
func (g target) below(dir string) bool {
	return dir != "" && !g.free && below(g.path, dir)
}

func below(p, dir string) bool {
	return p == dir || dir == "/" || strings.HasPrefix(p, dir) && p[len(dir)] == '/'
}

// inside reports whether the path is something in dir but not dir itself or
// all of its contents.
func (g target) inside(dir string) bool {
	return g.below(dir) && g.path != dir && !(path.Dir(g.path) == dir && everything(path.Base(g.path)))
}

// temporary reports whether the path is something in a folder for temporary
// files, but not all of them.
func (g target) temporary() bool {
	return g.made || g.inside("/tmp") || g.inside("/var/tmp") || g.inside("/dev/shm") || g.inside("/var/folders")
}

// everything reports whether a pattern takes all entries of a directory, or
// all the hidden ones: * .* .[!.]* [a-z]* ?*
func everything(seg string) bool {
	star := false
	for i := 0; i < len(seg); i++ {
		switch seg[i] {
		case '*', '?':
			star = true
		case '.':
		case '[':
			k := strings.IndexByte(seg[i+1:], ']')
			if k < 0 {
				return false
			}
			if k == 0 || k == 1 && (seg[i+1] == '!' || seg[i+1] == '^') { // []x] and [!]x]: the bracket is a member
				m := strings.IndexByte(seg[i+2+k:], ']')
				if m < 0 {
					return false
				}
				k += m + 1
			}
			i += k + 1
		default:
			return false
		}
	}
	return star
}

// segmentIs reports whether a path segment, perhaps a pattern, can be name.
func segmentIs(seg, name string) bool {
	if seg == name {
		return true
	}
	if !strings.ContainsAny(seg, "*?[") {
		return false
	}
	ok, err := path.Match(strings.ReplaceAll(seg, "[!", "[^"), name)
	return ok || err != nil
}
