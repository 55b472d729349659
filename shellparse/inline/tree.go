package inline

// form is what a node of a tree is.
type form uint8

const (
	fEmpty    form = iota
	fText          // a string; text is its value
	fNumber        // text in decimal where it is an integer, else as written
	fRegex         // text is the pattern
	fTemplate      // a string with code in it: texts and expressions one after the other
	fTagged        // tag, template
	fShellRun      // php's backticks: a template
	fName          // text; in php the name of a constant, function or class
	fVar           // php's $name
	fVarVar        // php's $$x and ${…}: what gives the name
	fThis          //
	fSuper         // super, parent
	fList          // [a, b]: elements, pairs and spreads; also the pattern
	fObject        // {a: b}: pairs, spreads; also the pattern
	fPair          // key, value
	fSpread        // ...a
	fMember        // object; text is the property
	fIndex         // object, key
	fStatic        // php's A::b: class, and text or a second kid
	fCall          // callee, arguments
	fNew           // class, arguments
	fUnary         // text is the operator
	fBinary        // text is the operator; two kids or, for the same operator again, more
	fAssign        // text is the operator; target, value
	fUpdate        // ++ and --
	fCond          // condition, then, else; then is fEmpty in php's ?:
	fFunc          // text is its name; list of parameters, body
	fClass         // text is its name; super or fEmpty, then pairs, functions, blocks
	fSeq           // a, b
	fAwait         //
	fYield         //
	fImport        // import(x), php's include x
	fCast          // php's (string)x; text is the type

	fBlock   // statements
	fDeclare // var, let, const: assignments and patterns; text is the word
	fIf      // condition, then, else or fEmpty
	fFor     // init, condition, update, body
	fEach    // target, subject, body; text is "in", "of", "as"
	fWhile   // condition, body
	fTry     // block, catch pattern, catch block, finally block; fEmpty where missing
	fSwitch  // subject, cases
	fCase    // test or fEmpty, statements
	fReturn  //
	fJump    // break, continue
	fWith    // object, body
	fModule  // import … from: text is the module; pairs of imported name and local name
	fGlobal  // php's global $a
	fEcho    // expressions
)

// flag is more about a node.
type flag uint16

const (
	isArrow   flag = 1 << iota // a function with the this of where it is written
	isYielder                  // a function* or one with yield
	isStatic                   // a member of the class, not of its objects
	isField                    // a pair of a class: evaluated when an object is made
	isParens                   // written in parentheses
	isGetter                   // get x() {…}
	isOnce                     // do … while: the body is run at least once
	isAsync                    //
	isRef                      // php's foreach ($a as &$x), &$x
)

// tree is code of javascript or php, in one form for both, so that one reader
// follows what it does.
type tree struct {
	form     form
	flag     flag
	pos, end int32
	text     string
	kids     []*tree
}

func (t *tree) kid(i int) *tree {
	if i < len(t.kids) {
		return t.kids[i]
	}
	return &tree{pos: t.end, end: t.end}
}
