//go:build linux

package notify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// stub puts a program on an otherwise empty PATH, which writes down its
// arguments, a line each, and then does what a script says.
func stub(t *testing.T, name, script string) (calls func() []string) {
	t.Helper()
	dir := os.Getenv("PATH")
	if !strings.HasPrefix(filepath.Base(dir), "stubs") {
		dir = filepath.Join(t.TempDir(), "stubs")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir)
	}
	log := filepath.Join(dir, name+".log")
	text := "#!/bin/sh\nfor a; do printf '%s\\036' \"$a\"; done >> '" + log + "'\nprintf '\\035' >> '" + log + "'\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return func() []string {
		text, _ := os.ReadFile(log)
		return strings.Split(strings.TrimSuffix(string(text), "\035"), "\035")
	}
}

func args(call string) []string { return strings.Split(strings.TrimSuffix(call, "\036"), "\036") }

func TestDesktopNotifySend(t *testing.T) {
	calls := stub(t, "notify-send", "echo 17")
	w := run(t, nil, inOrder(&Desktop{})...)
	const cmd = `echo "$(touch /tmp/x)" '--help' <b>&amp; %s`
	w.desk.ask(request("abc", tiers.High, cmd))
	confirmtest.Eventually(t, "it is shown", func() bool { return w.book.has("abc") })
	a := args(calls()[0])
	if strings.Join(a[:5], " ") != "--app-name=hermes-exec --urgency=critical --print-id -- HIGH command, needs an answer" || len(a) != 6 {
		t.Errorf("%q", a)
	}
	if want := `  | echo "$(touch /tmp/x)" '--help' &lt;b&gt;&amp;amp; %s` + "\nwhy: "; !strings.HasPrefix(a[5], want) || !strings.Contains(a[5], "hermes-confirmd watch") {
		t.Errorf("%q", a[5])
	}
	w.desk.change("abc", func(n *Notice) { n.Status, n.By = "denied", "ada" })
	confirmtest.Eventually(t, "it is shown how it ended", func() bool { return !w.book.has("abc") })
	if a = args(calls()[1]); a[1] != "--urgency=low" || a[3] != "--replace-id=17" || a[5] != "denied: HIGH command" {
		t.Errorf("%q", a)
	}
}

// One that does not know --print-id is asked without.
func TestDesktopOldNotifySend(t *testing.T) {
	calls := stub(t, "notify-send", `case "$*" in *--print-id*) echo 'Unknown option --print-id' >&2; exit 1;; esac`)
	w := run(t, nil, inOrder(&Desktop{})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	confirmtest.Eventually(t, "it is shown", func() bool { return w.book.has("abc") })
	if a := args(calls()[1]); len(a) != 5 || a[2] != "--" {
		t.Errorf("%q", a)
	}
}

func TestDesktopGdbus(t *testing.T) {
	calls := stub(t, "gdbus", "echo '(uint32 23,)'")
	w := run(t, nil, inOrder(&Desktop{})...)
	w.desk.ask(request("abc", tiers.High, `it's \ 'quoted'`))
	confirmtest.Eventually(t, "it is shown", func() bool { return w.book.has("abc") })
	a := args(calls()[0])
	if a[6] != "'hermes-exec'" || a[7] != "uint32 0" || !strings.HasPrefix(a[10], `'  | it\'s \\ \'quoted\'\nwhy: `) {
		t.Errorf("%q", a)
	}
	w.desk.change("abc", func(n *Notice) { n.Status = "expired" })
	confirmtest.Eventually(t, "it is shown how it ended", func() bool { return !w.book.has("abc") })
	if a = args(calls()[1]); a[7] != "uint32 23" {
		t.Errorf("%q", a)
	}
}

// Without a desktop the next service is told.
func TestDesktopNone(t *testing.T) {
	stub(t, "nothing", "")
	s := serve(t, ways()[4].good)
	w := run(t, nil, inOrder(&Desktop{}, &Webhook{URL: s.URL, Secret: hookSecret})...)
	w.desk.ask(request("abc", tiers.High, "git push"))
	s.call(0)
	stub(t, "notify-send", "echo 'Error spawning command line dbus-launch' >&2; exit 1")
	err := Test(t.Context(), &Desktop{}, &Notice{Status: Pending, Title: "x"})
	if err == nil || !strings.Contains(err.Error(), "notify-send: Error spawning command line dbus-launch") {
		t.Errorf("%v", err)
	}
}
