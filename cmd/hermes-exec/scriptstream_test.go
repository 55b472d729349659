package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A script file that is a stream does what it does with bash itself, and what
// reads that stream finds what bash would have left it.
func TestScriptStream(t *testing.T) {
	t.Parallel()
	shims := shimFolder(t)
	for _, tt := range []string{
		`bash <(echo 'echo "$0 $#" "$@"; exit 3' | sed s=x=x=) a 'b c' | sed 's=/dev/fd/[0-9]*=FD='`,
		`bash <(printf 'read x\necho "got $x"\n') <<<input`,
		`bash <(printf 'read -u 7 x\necho "got $x"\n') 7<<<seven`,
		`bash -e <(echo 'false; echo on'); echo $?`,
		`bash <(seq -f ': %.0f' 20000; echo 'echo long') | tail -n 1`,
		`bash <(:); echo $?`,
		`bash <(echo 'exit 4'; seq 100000); echo $?`,
		`bash <(printf 'echo one\nif\n') 2>&1 | sed 's=/dev/fd/[0-9]*=FD='`,
		`bash 5< <(echo 'echo five') /dev/fd/5`,
		`echo 'echo "$0 $1"' | bash /dev/stdin a`,
		`printf 'read x\nline\necho "$x, $0"; exit 5\n' | bash /dev/stdin; echo $?`,
		`printf 'cat\nrest\n' | bash /proc/self/fd/0`,
		`printf 'echo a\n(echo b; false)\necho $? $-\n' | bash -e /dev/fd/0; echo $?`,
		`bash /dev/stdin </dev/null; echo $?`,
		`bash /dev/stdin x <<<'echo "$0 $1"'`,
		`sh <(echo 'echo posix $0' | sed s=x=x=) | sed 's=/dev/fd/[0-9]*=FD='`,
	} {
		t.Run(tt, func(t *testing.T) {
			t.Parallel()
			run := func(folder string) string {
				return trial{program: "/bin/bash", argv: []string{"bash", "-c", fmt.Sprintf("PATH=%s:$PATH; %s", folder, tt)}}.seen(t)
			}
			if want, got := run("/bin"), run(shims); got != want {
				t.Errorf("--- bash\n%s\n--- hermes-exec\n%s", want, got)
			}
		})
	}
}

// What comes that way is judged before any of it runs.
func TestScriptStreamIsJudged(t *testing.T) {
	t.Parallel()
	bash := filepath.Join(shimFolder(t), "bash")
	for _, tt := range []struct{ form, want string }{
		{bash + ` <(printf 'echo ran\nmkfs.ext4 /dev/no-such-disk\n') 2>&1; echo $?`, "BLOCKED (hardline)"},
		{`printf 'mkfs.ext4 /dev/no-such-disk\necho on $?\n' | ` + bash + ` /dev/stdin 2>&1`, "BLOCKED (hardline)"},
		{bash + ` <(seq 300000) 2>&1; echo $?`, "longer than 1 MiB"},
	} {
		seen := trial{program: "/bin/bash", argv: []string{"bash", "-c", tt.form}}.seen(t)
		if !strings.Contains(seen, tt.want) || !strings.Contains(seen, "126\n") || strings.Contains(seen, "\nran\n") {
			t.Errorf("%s:\n%s", tt.form, seen)
		}
	}
}
