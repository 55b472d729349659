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
	{"cat <<$'E\\t'\nE\t\nrm x\nE\\t", "cat <<… ⏎ ! parse: a here-document whose delimiter has escapes in quotes"},
	{"cat <<\"a\\$b\"\na$b\nrm x\na\\$b", "cat <<… ⏎ ! parse: a here-document whose delimiter has escapes in quotes"},
	{"cat <<\"a\\b\" <<'a\\b' <<a\\b <<$'ab'\na\\b\na\\b\nab\nab", "cat <<… <<… <<… <<… ⏎ ! parse: a here-document whose delimiter has escapes in quotes"},
	{`IFS=$x; rm $y`, `IFS=<unset x> ⏎ rm <unset y>…`},
	{`eval eval eval eval rm`, `eval eval eval eval rm ⏎ [eval] eval eval eval rm ⏎ [eval, eval] eval eval rm ⏎ [eval, eval, eval] eval rm ⏎ [eval, eval, eval, eval] rm`},
}
