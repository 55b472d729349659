package tiers

import (
	"slices"
	"strings"
)

// findEffects adds what find itself deletes or writes: its actions are words
// like any other, so they are read in their places ("-name -delete" looks for
// a file of that name).
func (c *call) findEffects(fx *effects) {
	starts := c.findStarts()
	e := c.findExpression()
	if e.deletes {
		v := deletesTree
		if e.narrow || e.shallow {
			v = deletes
		}
		fx.add(c, v, starts...)
		if e.name != "" && e.narrow {
			for _, a := range starts { // files of that name, one of which may be guarded
				if t := c.target(a); !t.free && t.path != "" {
					t.path = strings.TrimSuffix(t.path, "/") + "/" + e.name
					*fx = append(*fx, touch{target: t, verb: deletes})
				}
			}
		}
	}
	for _, a := range e.files {
		fx.add(c, writes, a)
	}
}

// findStarts are the places find begins at; the working directory where none is named.
func (c *call) findStarts() []arg {
	i := 0
	for i < len(c.args) && (hasWord("-H -L -P", c.args[i].lit) || strings.HasPrefix(c.args[i].lit, "-O")) {
		i++
	}
	n := i
	for n < len(c.args) && !strings.HasPrefix(c.args[n].lit, "-") && c.args[n].lit != "(" && c.args[n].lit != "!" {
		n++
	}
	if n == i {
		return []arg{{Text: ".", lit: ".", exact: true}}
	}
	return c.args[i:n]
}

// fdRoots are the folders that fd looks through: those named behind the
// pattern, or by an option, else the working directory. Options of fd 10.
func (c *call) fdRoots() (roots []arg) {
	ops := 0
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch s := a.lit; {
		case slices.Contains([]string{"-x", "--exec", "-X", "--exec-batch"}, s):
			i = len(c.args)
		case slices.Contains([]string{"--search-path", "--base-directory", "-C"}, s):
			if i++; i < len(c.args) {
				roots = append(roots, c.args[i])
			}
		case strings.HasPrefix(s, "--search-path=") || strings.HasPrefix(s, "--base-directory="):
			roots = append(roots, a.after(strings.IndexByte(s, '=')+1))
		case slices.Contains([]string{"-e", "--extension", "-E", "--exclude", "-t", "--type", "-d", "--max-depth", "--min-depth", "--exact-depth", "-j", "--threads", "-c", "--color", "-S", "--size", "-o", "--owner",
			"--changed-within", "--changed-before", "--newer", "--older", "--max-results", "--ignore-file", "--format", "--and", "--path-separator", "--batch-size"}, s):
			i++
		case len(s) > 1 && s[0] == '-' && a.exact:
		default:
			if ops++; ops > 1 {
				roots = append(roots, a)
			}
		}
	}
	if roots == nil {
		return []arg{{Text: ".", lit: ".", exact: true}}
	}
	return roots
}

// findExpression is what matters of find's expression. It is read from left to
// right as find does: a test narrows only what stands after it, up to the next
// -o, and one that is negated leaves out but does not narrow.
type findExpression struct {
	deletes bool   // -delete
	runs    bool   // -exec and its like
	narrow  bool   // tests stand before every action
	made    bool   // before every action stands the name of what tools make
	empty   bool   // before every action stands -empty
	name    string // one name that it looks for; such a one, where there is one
	shallow bool   // -maxdepth 0
	files   []arg  // what -fprint and its like write to
}

func (c *call) findExpression() (e findExpression) {
	narrow, made, empty, negated := false, false, false, false
	others := true // what stands before -o has such a name as well: ( -name a -o -name b )
	e.narrow, e.made, e.empty = true, true, true
	actions := 0
	act := func() {
		actions++
		e.narrow, e.made, e.empty = e.narrow && narrow, e.made && made && others, e.empty && empty
	}
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		next := func() arg {
			if i++; i < len(c.args) {
				return c.args[i]
			}
			return arg{}
		}
		test := func() {
			narrow = narrow || !negated
		}
		switch a.lit {
		case "!", "-not":
			negated = true
			continue
		case "-o", "-or", ",":
			others = others && made
			narrow, made, empty = false, false, false
		case "-delete":
			e.deletes = true
			act()
		case "-exec", "-execdir", "-ok", "-okdir":
			e.runs = true
			act()
			for i+1 < len(c.args) && c.args[i+1].lit != ";" && c.args[i+1].lit != "+" {
				i++
			}
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			e.files = append(e.files, next())
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-lname", "-ilname":
			v := next()
			if !v.exact || strings.Trim(v.lit, "*?./") != "" { // otherwise it matches everything
				test()
			}
			if v.exact && !negated && a.lit == "-name" && (madeByTools(v.lit) || leftBehind(v.lit)) {
				made = true
			}
			if v.exact && !negated && (a.lit == "-name" || a.lit == "-iname") && (made || e.name == "") {
				e.name = v.lit
			}
		case "-type", "-xtype":
			if v := next(); v.lit == "l" || v.lit == "p" || v.lit == "s" {
				test()
			}
		case "-mindepth", "-printf", "-regextype", "-D":
			next()
		case "-maxdepth":
			e.shallow = next().lit == "0"
		case "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin", "-newer", "-anewer", "-cnewer", "-size", "-user", "-group", "-perm",
			"-uid", "-gid", "-inum", "-links", "-samefile", "-fstype", "-used", "-context":
			next()
			test()
		case "-empty":
			test()
			empty = empty || !negated
		case "-nouser", "-nogroup":
			test()
		default:
			if strings.HasPrefix(a.lit, "-newer") {
				next()
				test()
			}
		}
		negated = false
	}
	if actions == 0 {
		e.narrow, e.made, e.empty = narrow, made && others, empty
	}
	e.made = e.made && e.name != ""
	return e
}
