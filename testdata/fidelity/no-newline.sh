echo one
printf two
echo last