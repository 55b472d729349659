package tiers

import "strings"

// saying are, for languages with many ways to run text, the names of code that
// only says something or looks for it.
var saying = [...]struct{ lang, words string }{
	{"ruby", " puts print p pp if unless elsif else end each do then true false nil and or not include? start_with? end_with? length size upcase downcase strip split lines join first last count to_s inspect reverse freeze "},
	{"perl", " print STDERR say printf if unless else elsif foreach for my our use strict warnings join lc uc length eq ne and or not index "},
	{"php", " echo print var_dump print_r if else elseif foreach as true false null strlen strpos str_contains str_starts_with strtoupper strtolower json_encode count implode trim "},
}

// onlySays reports whether code is nothing but such names, its own variables
// where the language marks them, and plain strings.
func onlySays(lang, code string) bool {
	for i := range saying {
		if saying[i].lang == lang {
			return saysWith(lang, code, saying[i].words)
		}
	}
	return false
}

func saysWith(lang, code, words string) bool {
	for i := 0; i < len(code); {
		switch b := code[i]; {
		case b == '"' || b == '\'':
			end := strings.IndexByte(code[i+1:], b)
			if end < 0 {
				return false
			}
			// Neither put together, nor a function's name: "system"("ls").
			if s := code[i+1 : i+1+end]; strings.ContainsAny(strings.ReplaceAll(s, `\n`, ""), "#$@\\`\n") {
				return false
			}
			i += end + 2
			if rest := strings.TrimLeft(code[i:], " \t\r\n"); rest != "" && (rest[0] == '(' || strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "::")) {
				return false
			}
		case b == '$' && lang != "ruby" && i+1 < len(code) && identByte(code[i+1]) && code[i+1] != '$':
			for i++; i < len(code) && identByte(code[i]) && code[i] != '$'; {
				i++
			}
			if rest := strings.TrimLeft(code[i:], " \t\r\n"); rest != "" && (rest[0] == '(' || rest[0] == '{' || strings.HasPrefix(rest, "->")) {
				return false
			}
		case identByte(b) && b != '$':
			start := i
			for i < len(code) && (identByte(code[i]) || code[i] == '?' && lang == "ruby") {
				i++
			}
			if name := code[start:i]; !listed(words, name) && strings.Trim(name, "0123456789") != "" {
				return false
			}
		case space(b) || strings.IndexByte(";,()[]", b) >= 0,
			b == '.' && lang != "php", b == '=' && !strings.HasPrefix(code[i:], "=~"), b == '&' && strings.HasPrefix(code[i:], "&&"), b == '|' && strings.HasPrefix(code[i:], "||"):
			if b == '&' || b == '|' {
				i++
			}
			i++
			if rest := strings.TrimLeft(code[i:], " \t\r\n"); (b == ')' || b == ']') && rest != "" && rest[0] == '(' {
				return false // implode("", ["sys", "tem"])("ls")
			}
		case (b == '{' || b == '}') && lang == "perl":
			i++
		default:
			return false
		}
	}
	return true
}
