printf '\x00\x01\xff\xfe\n' | od -An -tx1
echo "ü ß 漢字 🙂"
x=$'\t\e\x80'; printf %s "$x" | od -An -tx1
echo 'a	b'
