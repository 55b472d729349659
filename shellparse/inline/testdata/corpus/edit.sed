#!/usr/bin/sed -nf
# Most of what sed has.
1!G;h;$!d
/^#/d; /^$/!{ s/^[ \t]*//; s/\s\+$//g }
s/a\/b/c\/d/2gp
s|/usr/\(local\)/bin|/opt/\1|I
s,\([^,]*\)\,\([^,]*\),\2 & \1,;t done
y/abc/ABC/; y,/\,,|;,
/begin/,/end/{
	/skip/b next
	s/x/y\
z/
	:next
	n;N;P;D
}
2,5p; 0~3p; 10,+2p; 3,~4p; $p; /a/I,$ s/.*/"&"/; \,/path/,d; /a[/]b/p; /[]]/p; 0,/x/s//y/
a\
appended text\
  and more
i inserted } text
c\changed
:loop
s/\(^\|[^0-9]\)\([0-9]\+\)\([0-9]\{3\}\)/\1\2,\3/g
tloop
x;H;g;G;l;l 72;=;q5
:done
s/a/\n\t\x41\o101\u&\L\0\E/gm;T loop
p;z;F
$!{N;ba};:a
