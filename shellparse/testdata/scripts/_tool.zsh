#!/bin/zsh
# zsh: what its scripts use beside the common grammar.
local -a files dirs; local -A seen
integer n=0; float ratio=0.5
files=(a.txt b.txt)
for f in $files; do
  (( n++ ))
  [[ -n $f && $f == *.txt ]] && print -r -- "$f"
done
if [[ -o interactive ]]; then echo yes; fi
function greet { print "hello ${1:-you}"; }
greet world
typeset -g RESULT="${(j:,:)files}"
print -l -- ${files[1]} ${#files}
while read -r line; do print -- "$line"; done <<< "a"
case $OSTYPE in (darwin*) echo mac;; (linux*|*bsd*) echo other;; esac
repeat 2 print x
