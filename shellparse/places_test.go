package shellparse

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// Whatever stands in a text is walked: every field of every node of the syntax
// has a text below in which code stands there, and that code must be found.

// codePlaces holds, for each field of a node that may hold code, texts with @ where
// code goes. In those that begin with $ bash expands $(…), but no <(…) or >(…).
var codePlaces = map[string][]string{
	"File.Stmts":        {"echo @"},
	"Stmt.Cmd":          {"echo @", "! echo @"},
	"Stmt.Redirs":       {": >@", "{ :; } >@", ">@", "[[ x ]] >@", "(( 1 )) >@", "let x=1 >@", "declare x=1 >@", "f() { [[ x ]]; }; f >@", "f() [[ x ]] >@\nf"},
	"CallExpr.Assigns":  {"x=@", "x=@ true", "x+=@"},
	"CallExpr.Args":     {"echo @", "@", "echo a@b"},
	"Assign.Index":      {"$x[@]=1", "$declare x[@]=1"},
	"Assign.Value":      {"x=@", "export x=@", "declare -A m=([k]=v) x=@", "x=a:@"},
	"Assign.Array":      {"x=(@)", "declare -a x=(@)", "x+=(@)"},
	"ArrayExpr.Elems":   {"x=(a @)"},
	"ArrayElem.Index":   {"$x=([@]=1)", "$declare -A x=([@]=1)"},
	"ArrayElem.Value":   {"x=([1]=@)", "x=(@)", "declare -A x=([k]=@)", "declare -A x=(k @)"},
	"Redirect.Word":     {": >@", ": >>@", ": <@", ": <>@", ": >|@", ": &>@", ": &>>@", ": <<<@", ": <&@", ": >&@", "exec 3>@", "{ :; } <@", "while :; do break; done <<<@", ": {fd}>@"},
	"Redirect.Hdoc":     {"$cat <<E\n@\nE", "$while read x; do :; done <<-E\n\t@\nE"},
	"Subshell.Stmts":    {"(echo @)"},
	"Block.Stmts":       {"{ echo @; }"},
	"IfClause.Cond":     {"if echo @; then :; fi", "if false; then :; elif echo @; then :; fi"},
	"IfClause.Then":     {"if true; then echo @; fi"},
	"IfClause.Else":     {"if false; then :; else echo @; fi", "if false; then :; elif true; then echo @; fi"},
	"WhileClause.Cond":  {"while echo @; do break; done", "until echo @; do :; done"},
	"WhileClause.Do":    {"while :; do echo @; break; done"},
	"ForClause.Loop":    {"for x in @; do :; done", "select x in @; do break; done <<<1"},
	"ForClause.Do":      {"for x in a; do echo @; done", "for ((i=0; i<1; i++)); do echo @; done"},
	"WordIter.Items":    {"for x in a @; do :; done"},
	"CStyleLoop.Init":   {"$for ((i=@; i<0; i++)); do :; done"},
	"CStyleLoop.Cond":   {"$for ((i=0; i<@; i++)); do break; done"},
	"CStyleLoop.Post":   {"$for ((i=0; i<1; i+=1+@)); do :; done"},
	"BinaryCmd.X":       {"echo @ && true", "echo @ | cat"},
	"BinaryCmd.Y":       {"true && echo @", "false || echo @", "true | echo @", "true |& echo @"},
	"FuncDecl.Body":     {"f() { echo @; }; f", "f() { :; } >@\nf"},
	"DblQuoted.Parts":   {`$echo "@"`, `$echo "a@b"`, `$echo $"@"`, `$x="@"`},
	"CmdSubst.Stmts":    {"echo $(echo @)", "echo \"$(echo @)\""},
	"ParamExp.Index":    {"$x=(1); echo ${x[@]}", "$x=(1); echo \"${x[@]}\""},
	"ParamExp.Slice":    {"$x=a; echo ${x:@}"},
	"ParamExp.Repl":     {"x=a; echo ${x/a/@}", "x=a; echo ${x/@/b}"},
	"ParamExp.Exp":      {"echo ${x:-@}", "echo ${x-@}", ": ${x:=@}", ": ${x=@}", "x=1; echo ${x:+@}", "x=1; echo ${x+@}", "echo ${x:?@}"},
	"Slice.Offset":      {"$x=a; echo ${x:@}", "$x=a; echo ${x: @:1}"},
	"Slice.Length":      {"$x=a; echo ${x:0:@}"},
	"Replace.Orig":      {"x=a; echo ${x/@/b}", "x=a; echo ${x//@}", "x=a; echo ${x/#@/b}", "x=a; echo ${x/%@/b}"},
	"Replace.With":      {"x=a; echo ${x/a/@}", "x=a; echo ${x/%a/@}"},
	"Expansion.Word":    {"x=a; echo ${x#@}", "x=a; echo ${x##@}", "x=a; echo ${x%@}", "x=a; echo ${x%%@}", "x=a; echo ${x^@}", "x=a; echo ${x,,@}", "shopt -s extglob\nx=a; echo ${x#?(@)}", "echo ${x:-'a'@}", "echo ${x:-${y:-@}}", "x=a; echo ${x#${y:-@}}", "cat <<<${x:-@}", `$echo "${x:-@}"`, `x=a; echo "${x#@}"`},
	"ArithmExp.X":       {"$echo $((@))", "$echo $[@]", "$x=$((1+@))"},
	"ArithmCmd.X":       {"$((@))", "$if ((@)); then :; fi"},
	"BinaryArithm.X":    {"$((@ + 1))"},
	"BinaryArithm.Y":    {"$((1 + @))", "$((x = @))"},
	"UnaryArithm.X":     {"$((-@))", "$((!@))"},
	"ParenArithm.X":     {"$(((@)))"},
	"CaseClause.Word":   {"case @ in *) ;; esac"},
	"CaseClause.Items":  {"case x in *) echo @;; esac"},
	"CaseItem.Patterns": {"case x in @) ;; esac", "case x in y|@) ;; esac", "case x in a@*) ;; esac"},
	"CaseItem.Stmts":    {"case x in x) echo @;; esac"},
	"TestClause.X":      {"[[ @ ]]"},
	"BinaryTest.X":      {"[[ @ == x ]]", "[[ @ -eq 1 ]]", "[[ @ && x ]]", "[[ @ -nt x ]]", "[[ @ < x ]]", "[[ @ =~ x ]]"},
	"BinaryTest.Y":      {"[[ x == @ ]]", "[[ x != a@* ]]", "[[ x && @ ]]", "[[ '' || @ ]]", "[[ x =~ @ ]]", "[[ 1 -eq @ ]]", "[[ x -ef @ ]]"},
	"UnaryTest.X":       {"[[ -e @ ]]", "[[ ! @ ]]", "[[ -n @ ]]", "[[ -z @ ]]", "[[ -v @ ]]"},
	"ParenTest.X":       {"[[ ( @ ) ]]"},
	"DeclClause.Args":   {"export x=@", "export @", "declare x=@", "declare -i x=@", "readonly x=@", "typeset x=@", "f() { local x=@; }; f", "export \"a$x\"=@", "declare -a x=(@)"},
	"ExtGlob.Pattern":   {"[[ x == @(@) ]]", "[[ x == a!(b|@)c ]]", "shopt -s extglob\necho @(@)", "shopt -s extglob\ncase x in +(@|y)) ;; esac", "[[ x == *(a|+(@)) ]]", "[[ x == @(\"a\"@) ]]"},
	"ProcSubst.Stmts":   {"cat <(echo @)", "echo x >(cat @)", "{ :; } > >(echo @)", "> >(echo @)", "for i in 1; do :; done 2> >(echo @)"},
	"TimeClause.Stmt":   {"time echo @", "time -p { echo @; }"},
	"CoprocClause.Stmt": {"coproc { echo @; }", "coproc echo @", "coproc c { :; } >@"},
	"LetClause.Exprs":   {"$let x=@", "$let x=1 y=@"},
	"BraceExp.Elems":    {"echo {a,@}", "echo {a,b@}{1,2}"},
}

// noCode says which fields hold none, and why.
var noCode = map[string]string{
	"Redirect.N":           "a number, or a name",
	"Assign.Name":          "a name",
	"WordIter.Name":        "a name",
	"FuncDecl.Name":        "a name",
	"FuncDecl.Names":       "names",
	"ParamExp.Flags":       "letters, of zsh",
	"ParamExp.Param":       "a name",
	"ParamExp.NestedParam": "of zsh",
	"ParamExp.Modifiers":   "letters, of zsh",
	"FlagsArithm.Flags":    "letters, of zsh",
	"FlagsArithm.X":        "of zsh",
	"DeclClause.Variant":   "a name",
	"CoprocClause.Name":    "a name; bash takes no other word for one",
	"TestDecl.Description": "of bats",
	"TestDecl.Body":        "of bats",
	"Word.Parts":           "in every other place",
}

// codes are what @ stands for.
var codes = []string{"$(kill -9 $PPID)", "`kill -9 $PPID`", "<(kill -9 $PPID)", ">(kill -9 $PPID)"}

// nodesFile is the file of mvdan's syntax that declares its nodes.
func nodesFile(t *testing.T) *ast.File {
	t.Helper()
	pkg, err := build.Default.Import("mvdan.cc/sh/v3/syntax", ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "nodes.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// fieldsOfSyntax lists every field of the syntax that holds other nodes.
func fieldsOfSyntax(t *testing.T) []string {
	nodes := map[string]bool{}
	types := map[string]*ast.StructType{}
	for _, d := range nodesFile(t).Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, s := range g.Specs {
			switch s := s.(*ast.TypeSpec); typ := s.Type.(type) {
			case *ast.StructType:
				types[s.Name.Name], nodes[s.Name.Name] = typ, true
			case *ast.InterfaceType:
				nodes[s.Name.Name] = true
			}
		}
	}
	delete(nodes, "Comment")
	delete(nodes, "Pos")
	var fields []string
	for name, s := range types {
		for _, f := range s.Fields.List {
			typ := f.Type
			if a, ok := typ.(*ast.ArrayType); ok {
				typ = a.Elt
			}
			if p, ok := typ.(*ast.StarExpr); ok {
				typ = p.X
			}
			if id, ok := typ.(*ast.Ident); !ok || !nodes[id.Name] {
				continue
			}
			for _, n := range f.Names {
				fields = append(fields, name+"."+n.Name)
			}
		}
	}
	slices.Sort(fields)
	return fields
}

// TestPlaces: code is found wherever it may stand.
func TestPlaces(t *testing.T) {
	fields := fieldsOfSyntax(t)
	for _, f := range fields {
		if len(codePlaces[f]) == 0 && noCode[f] == "" {
			t.Errorf("%s: no text has code there", f)
		}
	}
	if len(fields) < 70 {
		t.Errorf("only %d fields were found", len(fields))
	}
	for field, texts := range codePlaces {
		if !slices.Contains(fields, field) {
			t.Errorf("%s: no field of the syntax", field)
		}
		for _, text := range texts {
			text, codes := placeCodes(text)
			for _, code := range codes {
				script := putCode(text, code)
				if !stands(t, script, field) {
					t.Errorf("%s: nothing stands there in %q", field, script)
				}
				for _, around := range [...]string{"@", "w() {\n@\n}; w", "x=$(\n@\n)", "{\n@\n} 2>/dev/null | cat", "bash -c " + quoteAround} {
					whole := putAround(around, script)
					if s := Parse(whole, Options{Home: "/home/u"}); !signals(s) {
						t.Errorf("%s: the kill is not found in %q", field, whole)
					}
				}
			}
		}
	}
}

const quoteAround = "'@'"

func putAround(around, script string) string {
	if strings.HasSuffix(around, quoteAround) {
		script = strings.ReplaceAll(script, "'", `'\''`)
	}
	return strings.Replace(around, "@", script, 1)
}

// placeCodes gives a text of places without its mark, and what may stand in it.
func placeCodes(text string) (string, []string) {
	if rest, ok := strings.CutPrefix(text, "$"); ok && !strings.HasPrefix(rest, "{") {
		return rest, codes[:2]
	}
	return text, codes
}

// putCode puts code in the place of the last @, which is none of @(.
func putCode(text, code string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '@' && !strings.HasPrefix(text[i:], "@(") {
			if i > 0 && strings.IndexByte("<>&", text[i-1]) >= 0 {
				code = " " + code // >>(…) is something else
			}
			return text[:i] + code + text[i+1:]
		}
	}
	return text
}

func signals(s *Script) bool {
	for _, c := range s.Commands {
		if len(c.Argv) == 3 {
			if name, _ := c.Argv[0].Exact(); name == "kill" {
				return true
			}
		}
	}
	return false
}

// stands reports whether the code of a script stands in a field of its tree.
func stands(t *testing.T, script, field string) bool {
	file, err := syntax.NewParser().Parse(strings.NewReader(script), "")
	if err != nil {
		t.Errorf("%q: %v", script, err)
		return true
	}
	typ, name, _ := strings.Cut(field, ".")
	found := false
	var walk func(v reflect.Value, in bool)
	walk = func(v reflect.Value, in bool) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), in)
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), in)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					walk(v.Field(i), in || v.Type().Name() == typ && f.Name == name)
				}
			}
		case reflect.String:
			found = found || in && strings.Contains(v.String(), "kill")
		}
	}
	walk(reflect.ValueOf(file), typ == "BraceExp")
	return found
}

// TestRedirectedPlaces: a redirection is found whatever it stands behind.
func TestRedirectedPlaces(t *testing.T) {
	commands := map[string][]string{
		"CallExpr":     {":", "eval ''", "f() { [[ x ]]; }; f", "f() { return; }; f", "x=1", "x=(1)", "command [[", ". /dev/null"},
		"IfClause":     {"if [[ x ]]; then x=1; fi", "if (( 1 )); then :; fi"},
		"WhileClause":  {"while (( 0 )); do :; done", "until [[ x ]]; do :; done"},
		"ForClause":    {"for x in; do :; done", "for ((;0;)); do :; done", "select x in; do :; done"},
		"CaseClause":   {"case x in esac", "case x in x) ;; esac", "case x in y) :;; esac"},
		"Block":        {"{ [[ x ]]; }", "{ f() { :; }; }", "{ [[ $(date >/dev/null) ]]; }"},
		"Subshell":     {"( (( 1 )) )"},
		"BinaryCmd":    {"{ [[ x ]] && (( 1 )); }", "true | [[ x ]]", "true && [[ x ]]"},
		"FuncDecl":     {"f() { [[ x ]]; }; f"},
		"ArithmCmd":    {"(( 1 ))"},
		"TestClause":   {"[[ x ]]", "[[ $(echo x >y) ]]"},
		"DeclClause":   {"declare x=1", "export x=1", "readonly x=1", "typeset x", "f() { local x; }; f", "declare -p x"},
		"LetClause":    {"let x=1"},
		"TimeClause":   {"time [[ x ]]", "time { [[ x ]]; }"},
		"CoprocClause": {"coproc { [[ x ]]; }"},
	}
	for _, name := range commandKinds(t) {
		if len(commands[name]) == 0 && name != "TestDecl" {
			t.Errorf("%s: no text has a redirection behind one", name)
		}
	}
	for name, texts := range commands {
		for _, text := range texts {
			for _, redir := range [...]string{">/dev/sda", "2>/dev/sda", ">>/dev/sda", "&>/dev/sda", "<>/dev/sda", ">|/dev/sda", "7>/dev/sda", "{fd}>/dev/sda", ">x >/dev/sda"} {
				for _, around := range [...]string{"@", "w() {\n@\n}; w", "x=$(\n@\n)", "eval " + quoteAround, "sudo bash -c " + quoteAround} {
					whole := putAround(around, text+" "+redir)
					if s := Parse(whole, Options{Home: "/home/u"}); !opensFile(s, "/dev/sda") && (name != "LetClause" || len(s.Problems) == 0) { // some of these the parser does not read
						t.Errorf("%s: the redirection is not found in %q", name, whole)
					}
				}
			}
		}
	}
}

func opensFile(s *Script, file string) bool {
	for _, c := range s.Commands {
		for _, r := range c.Redirs {
			if name, _ := r.Target.Exact(); name == file {
				return true
			}
		}
	}
	return false
}

// commandKinds lists the nodes that are commands.
func commandKinds(t *testing.T) []string {
	var names []string
	for _, d := range nodesFile(t).Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "commandNode" {
			names = append(names, f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	if len(names) < 16 {
		t.Errorf("only %d kinds of commands were found", len(names))
	}
	return names
}

// TestPlacesInBash: bash runs no more of it than was found.
func TestPlacesInBash(t *testing.T) {
	inWorlds(t, 1, func(w *world) {
		ran := 0
		for field, texts := range codePlaces {
			for _, text := range texts {
				text = strings.TrimPrefix(text, "$")
				for _, code := range codes {
					script := strings.ReplaceAll(putCode(text, code), "kill -9 $PPID", "rm hit") + "\nwait"
					res, err := w.compare(script, 0)
					ran += res.ran
					if err == errUnread {
						continue
					}
					if err != nil || len(res.uncovered) > 0 {
						t.Errorf("%s: error %v, uncovered %s\n%s", field, err, res.uncovered, script)
					}
				}
			}
		}
		if ran == 0 {
			t.Error("no argv was run: the stubs do not log")
		}
		t.Logf("%d argvs", ran)
	})
}
