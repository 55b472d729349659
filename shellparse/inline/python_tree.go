package inline

// pyKind is what a node of the tree is.
type pyKind uint8

const (
	pyNName    pyKind = iota // text
	pyNStr                   // value
	pyNNum                   // text
	pyNFormat                // list: the stretches of an f-string; text "plain" or "" is on each
	pyNConst                 // text: None True False ...
	pyNAttr                  // x.text
	pyNSub                   // x[y]
	pyNSlice                 // list: three, nil where left out
	pyNCall                  // x(list)
	pyNKeyword               // text=x
	pyNStar                  // *x
	pyNStar2                 // **x
	pyNBin                   // x text y
	pyNUnary                 // text x
	pyNAny                   // list joined by and, or, comparisons: text is one of the operators, more are all
	pyNCond                  // list: then, test, else
	pyNLambda                // more: parameters, x: body
	pyNTuple                 // list
	pyNList                  // list
	pyNSet                   // list
	pyNDict                  // more: keys, nil for **; list: values
	pyNComp                  // text: bracket, x: element, y: value of a dict, list: clauses
	pyNClause                // x: target, y: iterated, list: conditions
	pyNYield                 // x; text "from"
	pyNWalrus                // text := x

	pyNExpr   // x
	pyNAssign // list = x, y: annotation
	pyNAug    // x text= y
	pyNReturn // x
	pyNDel    // list
	pyNImport // text: module, list: names, each text and as y.text; from: x is set
	pyNGlobal // list of names
	pyNIf     // list: tests and blocks in turn, the last block without a test
	pyNWhile  // x, list, more
	pyNFor    // x: target, y: iterated, list, more
	pyNTry    // list: body; more: blocks of the handlers, of else and of finally
	pyNHandler
	pyNWith  // more: items, each x as y; list: body
	pyNDef   // text, more: parameters, list: body, x: decorators as a list, y: annotation
	pyNParam // text: name with its stars; x: default, y: annotation
	pyNClass // text, more: bases, list: body, x: decorators
	pyNMatch // x, list: cases; each text-less block with more: names
	pyNBlock // list: statements; x: a guard or a type; more: names bound
	pyNRaise // list
)

// pyNode is a node of the tree of python code; see [pyKind] for what its
// fields hold.
type pyNode struct {
	kind       pyKind
	bytes      bool
	text       string
	value      Value
	x, y       *pyNode
	list, more []*pyNode
	pos, end   int
}
