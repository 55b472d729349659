echo before
cat <<NEVER
the end comes first
