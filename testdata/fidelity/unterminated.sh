echo before
echo "never closed
echo inside
