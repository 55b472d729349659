mkdir -p d/e
echo 1 > d/1; echo 2 >> d/1; cat d/1
ln -s 1 d/link; readlink d/link
touch d/e/x; rm d/e/x; rmdir d/e
printf '%s\0' a b > nul
wc -c < nul
chmod 640 d/1; stat -c %a d/1
cat > script <<'E'
#!/bin/sh
echo script $1
E
chmod +x script; ./script arg
. ./script sourced
