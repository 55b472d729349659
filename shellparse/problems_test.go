package shellparse

// What is not understood is said.
var problemsCases = []parseCase{
	{`rm a; if`, "rm a ⏎ ! parse: `if` must be followed by a statement list"},
	{`rm a; "`, "rm a ⏎ ! parse: reached EOF without closing quote `\"`"},
	{`$(`, "! parse: reached EOF without matching `$(` with `)`"},
	{`a=([x].txt)`, "! parse: `[x]` must be followed by `=`"},
	{`fish -c x`, `fish -c x {sh -c: x} ⏎ ! construct: fish is a shell whose grammar this program does not read`},
	{`sudo --wat rm`, `sudo --wat rm ⏎ [sudo] rm ⏎ ! option: an option of sudo that is not known, so the command it runs may be another`},
	{"rm <<E\n$(x)E\nE", "[$(…)] x ⏎ rm <<… ⏎ E ⏎ ! parse: a here-document with a line that ends in the delimiter behind an expansion"},
	{`IFS=$x; rm $y`, `IFS=<unset x> ⏎ rm <unset y>…`},
	{`eval eval eval eval rm`, `eval eval eval eval rm ⏎ [eval] eval eval eval rm ⏎ [eval, eval] eval eval rm ⏎ [eval, eval, eval] eval rm ⏎ [eval, eval, eval, eval] rm`},
}
