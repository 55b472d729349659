echo before
echo a; )
echo after
