echo one
trap 'read -r last; echo "EXIT read <$last>"' EXIT
exit 4
what EXIT reads
