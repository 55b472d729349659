echo before
cat
echo this is data, $0
exit 3
