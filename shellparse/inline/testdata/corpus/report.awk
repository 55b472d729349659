#!/usr/bin/awk -f
# Most of what awk has: patterns, ranges, functions, arrays, regular expressions.
function max(a, b,   local) { local = a > b ? a : b; return local }
function join(arr, n, sep,    i, s) {
	for (i = 1; i <= n; i++)
		s = s (i > 1 ? sep : "") arr[i]
	return s
}
function fact(n) { return n <= 1 ? 1 : n * fact(n - 1) }
function clear(arr, k) { for (k in arr) delete arr[k] }
BEGIN {
	FS = "[ \t,]+"; OFS = "\t"; ORS = "\n"; RS = ""; SUBSEP = ":"; CONVFMT = "%.6g"
	split("mon tue wed", days, " "); n = split("a:b:c", letters, /:/)
	print length("x"), length, substr("hello", 2, 3), index("abc", "c"), toupper("x") tolower("Y")
	printf "%-10s|%5.2f|%c|%x|%%|%s\n", "a", 3.14159, 65, 255, "tab\there \"quoted\" \\ \/ \052"
	x = 1; x += 2; x -= 1; x *= 3; x /= 2; x %= 2; x ^= 2; x++; ++x; x--; --x; y = -x; z = !x; w = +x
	print 1 + 2 * 3 - 4 / 2 % 3 ^ 2, 2 ** 3, 1e3, .5, 0x10, 1 " " 2, 1 - 1, 1 -1, (1, 2) in m, "a" "b" > "/dev/stderr"
	if ((1, 2) in m) print "in"; else if (x in m) print "x"; else { print "none" }
	m[1, 2] = 3; m["k"] = m[1, 2]++; for (k in m) { split(k, part, SUBSEP); print part[1], m[k] }
	while (x < 10) { x++; if (x == 5) continue; if (x == 8) break }
	do x--; while (x > 0)
	for (;;) { if (++i > 3) break }
	for (i = 0; i < 3; i++) ;
	print "a" ~ /a/, "b" !~ "a", /x/ ? "yes" : "no", !/x/, 1 == 1.0, "10" < "9", x < y, (x > y)
	print sin(0), cos(0), atan2(0, 1), exp(1), log(1), sqrt(4), int(3.7), rand(), srand(1)
	getline line < "/dev/null"; while ((getline l < "file") > 0) lines[++c] = l; close("file")
	delete m["k"]; delete m; $0 = "a b c"; $2 = "B"; NF = 2; print $NF, $(NF - 1), $(1) $2, NR FNR FILENAME
}
NR == 1, /end/ { next }
/^#/ || $1 == "" { skipped++; next }
!seen[$0]++
$3 ~ /^[0-9]+$/ && $3 > 100 { big[$1] += $3; total += $3 }
($1 == "x") { print > "/dev/stdout" }
/[[:space:]]\/[^]\/]+\.txt$/ { gsub(/a\/b/, "&-&"); sub("x", "\\&", $2); n = gsub(/\\/, "/"); print }
$0 ~ "^\\(" { match($0, /\([^)]*\)/); print RSTART, RLENGTH, substr($0, RSTART + 1, RLENGTH - 2) }
length > 72 { print FILENAME ":" FNR ": " length($0) " columns" }
$1 / 2 > 1 / 3 { ratio = $1 / $2 / 3 }
NF { last = $0 }; END {
	for (name in big)
		if (big[name] > 1000)
			printf("%s\t%d\n", name, big[name])
		else
			delete big[name]
	print total + 0, skipped, last, fact(5), max(1, 2) # a comment
	n = asort_like(list); print n ? n : "none"
	exit total > 0 ? 0 : 1
}
function asort_like(a,   i, j, t, n) {
	for (n = 0; n in a; n++) ;
	for (i = 1; i < n; i++) for (j = i; j > 0 && a[j - 1] > a[j]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
	return n
}
