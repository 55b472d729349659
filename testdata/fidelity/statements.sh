#!/bin/bash

# comments, blank lines, several on a line; continued \
echo a; echo b # and a comment \
echo c \
   d
echo "e
f" 'g
h'
true &&
   echo and ||
   echo or
echo pipe |
   cat
case x in
x) echo case ;;
esac
for i in 1 2
do echo $i
done
((n = 2 +
3)); echo $n
[[ -n $n &&
   $n = 5 ]] && echo cond
a=(1
2
3); echo ${#a[@]}
function g
{
	echo "g $LINENO"
}
g
echo "line $LINENO"
! true
echo "not $?"
TIMEFORMAT=; time :
(exit 4)
echo $?
select s in a; do break; done < /dev/null 2>/dev/null
echo $?
