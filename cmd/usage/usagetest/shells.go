package usagetest

import (
	"bytes"
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/cmd/usage"
)

// Completes asks the real shell, where it is installed, what it offers at the
// end of a line, with the script that p makes for it.
func Completes(t *testing.T, p *usage.Program, shell, line string) []string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("%s is not installed", shell)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "_"+p.Name)
	text, err := p.Completion(shell)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	driver := filepath.Join(dir, "driver")
	if err := os.WriteFile(driver, []byte(drivers[shell]), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"script.sh", "a folder/x"} {
		path := filepath.Join(dir, "work", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, shell, append(quiet[shell], driver, script, line)...)
	c.Dir = filepath.Join(dir, "work")
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TERM=xterm", "LC_ALL=C.UTF-8"}
	c.WaitDelay = time.Second
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %q: %v\n%s%s", shell, line, err, &out, &errs)
	}
	if errs.Len() > 0 {
		t.Errorf("%s: %q: %s", shell, line, &errs)
	}
	var offered []string
	for l := range strings.SplitSeq(out.String(), "\n") {
		word, _, _ := strings.Cut(strings.TrimRight(l, "\r"), "\t") // fish describes behind a tab
		if word = strings.TrimSpace(word); word != "" {
			offered = append(offered, word)
		}
	}
	slices.Sort(offered)
	return slices.Compact(offered)
}

// quiet is how each shell is started so that no start-up file has a say.
var quiet = map[string][]string{"bash": {"--norc", "--noprofile"}, "zsh": {"-f"}, "fish": {"--no-config"}}

//go:embed zsh.driver
var zshDriver string

// drivers print what is offered, a line each: driver SCRIPT LINE.
var drivers = map[string]string{
	"bash": `source "$1"
# The words of the line as readline breaks them.
IFS=$'\n' read -rd '' -a COMP_WORDS < <(printf '%s' "$2" | sed 's/=/ = /g' | tr -s ' ' '\n')
[[ $2 == *[\ =] ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2}
function=$(complete -p "${COMP_WORDS[0]}" | sed 's/.*-F \([^ ]*\) .*/\1/')
"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
# Nothing: readline offers files.
[ ${#COMPREPLY[@]} -gt 0 ] || compgen -f -- "${COMP_WORDS[COMP_CWORD]}"
`,
	"fish": `source $argv[1]
complete -C $argv[2]
`,
	"zsh": zshDriver,
}
