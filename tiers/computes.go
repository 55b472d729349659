package tiers

import (
	"slices"
	"strings"
)

// Inline R and Julia that only computes: it is not read as the other languages
// are, but taken word by word. Whatever is not known here asks.

// onlyComputes reports whether the inline code calls nothing but functions that
// look, compute, print, or run the project's own tests and scripts.
func (c *call) onlyComputes() bool {
	if c.Code.Unknown || c.Code.Holes || len(c.j.fetched) > 0 || len(c.j.unpacked) > 0 {
		return false
	}
	text, known := c.Code.Text.Exact()
	switch {
	case !known:
		return false
	case c.Code.Lang == "r":
		return computes(text, "R", rFunctions)
	case c.Code.Lang == "julia":
		return computes(text, "julia", juliaFunctions)
	case c.Code.Lang == "lua":
		return justPrints(text, " print _VERSION ")
	case slices.Contains([]string{"elixir", "iex", "mix"}, c.name):
		return justPrints(text, " IO.puts IO.inspect System.version ")
	}
	return false
}

// rFunctions take no other function as an argument, and no code as text.
const rFunctions = " if for while print cat summary head tail str names colnames rownames nrow ncol dim length class typeof levels table unique sort order rev sum mean median min max range sd var quantile cor round" +
	" nchar toupper tolower paste paste0 sprintf format c list seq seq_len rep numeric character is.na which any all abs sqrt log exp read.csv read.table read.delim read_csv read_tsv data.frame matrix" +
	" set.seed rnorm runif sample lm anova coef t.test library require suppressPackageStartupMessages suppressWarnings requireNamespace packageVersion sessionInfo R.Version Sys.time Sys.Date getwd" +
	" list.files file.exists basename dirname invisible identical stopifnot is.null subset merge factor as.numeric as.integer as.character as.Date source" +
	" test_dir test_file test_local testthat::test_dir testthat::test_file testthat::test_local devtools::test devtools::check devtools::document devtools::load_all devtools::lint roxygen2::roxygenise" +
	" renv::status renv::restore renv::snapshot lintr::lint lintr::lint_dir lintr::lint_package styler::style_dir styler::style_file styler::style_pkg rmarkdown::render knitr::knit" +
	" covr::package_coverage pkgdown::build_site targets::tar_make quarto::quarto_render readr::read_csv utils::head utils::str stats::lm "

const juliaFunctions = " if for while print println show display string length size sum maximum minimum abs sqrt exp log rand round typeof eltype keys values collect sort unique joinpath pwd isfile isdir readdir versioninfo include" +
	" Pkg.test Pkg.instantiate Pkg.status Pkg.precompile Pkg.resolve Pkg.build "

// computes takes the words of a code: every call must be of one of the
// functions, and nothing may stand in it by which another is called.
func computes(text, lang, functions string) bool {
	callable := true // what stands before lets a ( group, or call what is known
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '#':
			if strings.HasPrefix(text[i:], "#=") {
				return false
			}
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case b == ' ' || b == '\t' || b == '\n': // between ( and ) a line goes on
			i++
		case b == '"' || b == '\'' && lang == "R":
			end := i + 1
			for end < len(text) && text[end] != b {
				if text[end] == '\\' {
					return false
				}
				end++
			}
			if end >= len(text) || !plainString(text[i+1:end]) || strings.HasPrefix(text[end:], `""`) || strings.HasSuffix(strings.TrimRight(text[:i], " \t\n"), ">") {
				return false
			}
			if rest := strings.TrimLeft(text[end+1:], " \t\n"); rest != "" && (rest[0] == '<' || rest[0] == '=') {
				return false // "print" <- system
			}
			i, callable = end+1, false
		case b == '_' || b == '.' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z':
			end := i
			for end < len(text) && (isWordByte(text[end]) && text[end] != '*' || lang == "R" && strings.HasPrefix(text[end:], "::") || end > i && text[end] == ':' && text[end-1] == ':') {
				end++
			}
			word := text[i:end]
			rest := strings.TrimLeft(text[end:], " \t\n")
			// One of the functions that is not called may become another: print <- system.
			if strings.HasPrefix(rest, "(") != strings.Contains(functions, " "+word+" ") || strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "'") {
				return false
			}
			i, callable = end, strings.HasPrefix(rest, "(")
		case '0' <= b && b <= '9':
			for i < len(text) && isWordByte(text[i]) && text[i] != '*' {
				i++
			}
			callable = false
		case b == '(':
			if !callable {
				return false
			}
			i++
		case b == ')' || b == ']' || b == '}':
			i, callable = i+1, false
		case b == '%' && lang == "R":
			if !strings.HasPrefix(text[i:], "%in%") && !strings.HasPrefix(text[i:], "%%") {
				return false
			}
			i, callable = i+strings.IndexByte(text[i+1:], '%')+2, true
		case b == '$' && lang == "R" || strings.IndexByte(";,[{=<>+-*/^&!~?:", b) >= 0 || b == '|' && !strings.HasPrefix(text[i:], "|>"):
			i, callable = i+1, true
		default: // ` @ | > \ and what is not ASCII
			return false
		}
	}
	return true
}

// justPrints reports whether a code is nothing but calls of functions that
// print, of numbers and plain strings.
func justPrints(text, functions string) bool {
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '"' || b == '\'':
			end := strings.IndexByte(text[i+1:], b)
			if end < 0 || !plainString(text[i+1:i+1+end]) || strings.ContainsAny(text[i+1:i+1+end], "#") {
				return false
			}
			i += end + 2
		case b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z':
			end := i
			for end < len(text) && isWordByte(text[end]) && text[end] != '*' && text[end] != '-' {
				end++
			}
			if !strings.Contains(functions, " "+text[i:end]+" ") || strings.HasPrefix(strings.TrimLeft(text[end:], " \t\n"), "=") {
				return false
			}
			i = end
		case '0' <= b && b <= '9' || strings.IndexByte(" \t\n;,()+-*/%.", b) >= 0:
			i++
		default:
			return false
		}
	}
	return true
}

// plainString reports whether a string can be no file outside the project and
// nothing that is put together when it runs.
func plainString(s string) bool {
	return !strings.ContainsAny(s, "$~`\\\n") && !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, ".") && !strings.Contains(s, "/.") && !strings.Contains(s, "..") && !strings.Contains(s, "://")
}
