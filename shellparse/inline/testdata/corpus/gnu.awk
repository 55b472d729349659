@namespace "main"
BEGIN { IGNORECASE = 1; PROCINFO["sorted_in"] = "@ind_str_asc"; RS = "\r?\n"; FPAT = "([^,]+)|(\"[^\"]+\")" }
BEGINFILE { if (ERRNO) nextfile }
function walk(arr, depth,    k) {
	for (k in arr) if (isarray(arr[k])) walk(arr[k], depth + 1); else print depth, k, arr[k]
}
match($0, /(\w+)=(\S+)/, got) { config[got[1]][1] = got[2] }
/\<word\>/ { print gensub(/(a)(b)/, "\\2\\1", "g"), strftime("%F", systime()), tolower($1) }
{ switch ($1) { case "a": print 1; break; case /^b/: print 2; default: print 3 } }
ENDFILE { printf "%'d\n", FNR }
END { n = asorti(config, names); for (i = 1; i <= n; i++) print names[i]; walk(config, 0); print and(5, 3), or(1, 2), xor(1, 3), lshift(1, 4), strtonum("0x1F"), length(config), typeof(n), substr("x", 1) }
