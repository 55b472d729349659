package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// variable is what a shell variable may hold at one point of the evaluation.
type variable struct {
	texts    []Text // alternatives of a scalar; empty: not set
	elems    []elem // elements of an array, in order
	array    bool
	assoc    bool
	many     bool        // an array of unknown length: elems is then one element standing for all
	ways     []*variable // the arrays that one of unknown length may be; nil: any, see [variable.lists]
	unset    bool        // one of the alternatives is "not set"
	exported bool
	perhaps  bool   // exported on one of the ways here, not on another
	readonly bool   // on one way at least
	writable bool   // on one way at least, where it is readonly on another
	ref      string // declare -n: the name it stands for
	mayRef   string // it does so on one of the ways here
	inside   int    // of OPTIND: how far getopts is in a word of several options; -1: not known
	attr     string // declare -i, -l, -u: what becomes of a value; "?": it is not known which
}

type elem struct {
	key   string // decimal for an indexed array
	texts []Text
}

func (v *variable) isSet() bool { return v != nil && (len(v.texts) > 0 || v.array) }

// fixed reports whether nothing can change the variable any more.
func (v *variable) fixed() bool { return v.readonly && !v.unset && !v.writable }

// weight is about how many steps it takes to compare or copy the variable.
func (v *variable) weight() int {
	if v == nil {
		return 0
	}
	n := (len(v.elems) + len(v.texts)) >> 2
	for _, t := range v.texts {
		n += len(t) >> 8
	}
	for _, el := range v.elems {
		for _, t := range el.texts {
			n += len(t) >> 8
		}
	}
	return n
}

// function is a defined function and the text it was defined in.
type function struct {
	name string
	body *syntax.Stmt
	src  *source

	calls int  // see [evaluator.summed]
	given bool // it is being walked with arguments that are not known, see [evaluator.recursion]
}

// env is the state of a shell, as a chain of layers: a branch or a subshell
// writes to a layer of its own, which is then joined into the one below or
// dropped. Layers keep the cost of a branch to what it changes.
type env struct {
	up     *env
	shell  *shell
	vars   map[string]*variable
	funcs  map[string][]*function // alternatives; an empty list: unset
	dir    []Text                 // nil: as below
	dead   dead
	status Text // $?; "": as below
	cut    cut  // what a program started from here sees of the layers below
	other  bool // that program may see variables that are in no layer: of another user, another machine
}

// shell is one shell process: what all its layers share.
type shell struct {
	ev        *evaluator
	level     int
	outer     *env // the environment it inherits exported variables from; nil for the outermost
	dialect   syntax.LangVariant
	either    bool              // sh, which may be bash or dash: see [evaluator.bothShells]
	posix     bool              // started as sh: POSIX has its way in bash too
	calls     []*function       // functions being evaluated, outermost first
	frame     map[string]hiding // what local variables of the innermost function hide
	body      *env              // its outermost layer
	aliases   map[string]string
	login     bool              // start-up files may have set variables
	caller    bool              // it has the caller's environment and no other: what is not in it is not set
	noclobber bool              // set -C: > may leave a file as it is
	hashed    map[string]string // hash -p: names whose file is set
	traps     []trap
	scripts   int                  // texts being evaluated in it, inside each other
	past      map[string]*variable // what variables held since the first trap was set, see [evaluator.sealTraps]
	dirs      []Text               // and where the shell was
	trapped   map[string]*variable // what traps may assign at any time
	trapDirs  []Text               // and where they may go
}

// hiding is the variable that a local one hides.
type hiding struct {
	v       *variable
	certain bool // on every way to the end of the function
}

type trap struct {
	code []Text
	name string
	pos  Span
	set  int  // index of the command that set it
	env  *env // the layer it was set in
	src  *source
}

// othersSee reports whether a program started from here may see variables that
// are in no layer.
func (e *env) othersSee() bool {
	for ; e != nil; e = e.up {
		if e.other {
			return true
		}
	}
	return false
}

func (e *env) branch() *env { return &env{up: e, shell: e.shell} }

// get returns the variable, or nil where it is not set anywhere: in no
// layer, not by an outer shell that exports it, not in the environment.
func (e *env) get(name string) *variable {
	for l := e; l != nil; l = l.up {
		if v, ok := l.vars[name]; ok {
			return v
		}
	}
	return e.shell.inherited(name)
}

// inherited is what the shell finds in its environment when it starts.
func (s *shell) inherited(name string) *variable {
	if name == "PWD" {
		return nil // a shell sets it itself: [env.cwd]
	}
	if s.outer != nil {
		v, cut := s.outer.exports(name)
		if v == nil || !v.exported || cut == cutAll {
			return nil
		}
		open := (v.perhaps || cut == cutSome) && !v.unset
		if !open && v.attr == "" && !v.readonly {
			return v
		}
		w := *v
		w.unset = open || v.unset
		w.attr, w.readonly, w.writable = "", false, false // only values are exported
		return &w
	}
	if s.ev.opt.Env == nil {
		return nil
	}
	if value, ok := s.ev.opt.Env(name); ok && !strings.Contains(value, "\x00") {
		var v struct { // in one piece
			variable
			texts [1]Text
		}
		v.texts[0] = Text(value)
		v.variable = variable{texts: v.texts[:], exported: true}
		return &v.variable
	}
	return nil
}

// untouched reports whether a variable is as the environment gave it, if at
// all: the text sets it nowhere.
func (e *env) untouched(name string) bool {
	for ; e != nil; e = e.shell.outer {
		for l := e; l != nil; l = l.up {
			if _, ok := l.vars[name]; ok {
				return false
			}
			e = l
		}
	}
	return true
}

// cut is what a layer lets through of the environment of the ones below it.
type cut uint8

const (
	cutNone cut = iota
	cutSome     // some of it, it is not known what: sudo
	cutAll      // nothing: env -i, another machine
)

// exports is what a program that is started from e finds of a variable, and
// what stands between that and e.
func (e *env) exports(name string) (*variable, cut) {
	c := cutNone
	for l := e; l != nil; l = l.up {
		if v, ok := l.vars[name]; ok {
			return v, c
		}
		if c = max(c, l.cut); c == cutAll {
			return nil, c
		}
	}
	return e.shell.inherited(name), c
}

// cutOff reports whether nothing of the environment below comes through.
func (e *env) cutOff() bool {
	for l := e; l != nil; l = l.up {
		if l.cut == cutAll {
			return true
		}
	}
	return false
}

func (e *env) set(name string, v *variable) {
	if s := e.shell; len(s.traps) > 0 {
		if t, ok := s.trapped[name]; ok {
			v = joinVariables(v, t)
		}
		s.remember(e, name, v)
	}
	if e.vars == nil {
		e.vars = make(map[string]*variable, 8)
	}
	e.vars[name] = v
}

// remember keeps a value that a trap may find.
func (s *shell) remember(e *env, name string, v *variable) {
	if s.past == nil {
		s.past = make(map[string]*variable)
	}
	s.ev.steps += v.weight()
	before, ok := s.past[name]
	if !ok {
		before = e.get(name)
	}
	if v = joinVariables(before, v); v != nil {
		s.past[name] = v
	}
}

func (e *env) function(name string) []*function {
	for l := e; l != nil; l = l.up {
		if f, ok := l.funcs[name]; ok {
			return f
		}
	}
	if e.shell.outer != nil && !e.shell.outer.cutOff() {
		return e.shell.outer.function(name) // see [env.foreign]
	}
	return nil
}

// foreign reports whether a function is one of an outer shell: whether it was
// exported is not followed, so it may as well not be there.
func (e *env) foreign(name string) bool {
	for l := e; l != nil; l = l.up {
		if _, ok := l.funcs[name]; ok {
			return false
		}
	}
	return true
}

func (e *env) setFunction(name string, f []*function) {
	if e.funcs == nil {
		e.funcs = make(map[string][]*function)
	}
	e.funcs[name] = f
}

func (e *env) cwd() []Text {
	for l := e; l != nil; l = l.up {
		if l.dir != nil {
			return l.dir
		}
	}
	return nil
}

// lastStatus is $?.
func (e *env) lastStatus() Text {
	for l := e; l != nil; l = l.up {
		if l.status != "" {
			return l.status
		}
	}
	return "0"
}
