package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Desktop is the desktop of the user the daemon runs as: notify-send, else
// gdbus, and osascript on macOS. They are run as they are, never by a shell. It
// only tells: a button there could be pressed by whatever runs on that desktop.
type Desktop struct{}

// desktopText is how much of a notice is shown; desktops show little.
const desktopText = 1000

// Key implements [Service].
func (*Desktop) Key() string { return "desktop" }

func (*Desktop) check() error { return nil }

func (d *Desktop) send(ctx context.Context, n *Notice) (string, bool, error) {
	ref, err := d.show(ctx, "", n)
	return ref, false, err
}

func (d *Desktop) update(ctx context.Context, ref string, n *Notice, _ bool) error {
	_, err := d.show(ctx, ref, n)
	return err
}

// show shows a notice, in the place of another where ref is its number.
func (d *Desktop) show(ctx context.Context, ref string, n *Notice) (string, error) {
	p := n.page(desktopText, func(p *page) int { return units(p.text()) }, byHand)
	title := p.title
	p.title = ""
	body := strings.TrimPrefix(p.text(), "\n")
	if runtime.GOOS == "darwin" {
		return "-", execute(ctx, nil, "osascript", "-e", "on run argv", "-e", "display notification (item 1 of argv) with title (item 2 of argv)", "-e", "end run", "--", body, title)
	}
	if strings.Trim(ref, "0123456789") != "" {
		ref = ""
	}
	urgency := "critical"
	if n.Status != Pending {
		urgency = "low"
	}
	// What is shown there is markup, of the simplest kind.
	body = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(body)
	if _, err := exec.LookPath("notify-send"); err == nil {
		return notifySend(ctx, ref, urgency, title, body)
	}
	if _, err := exec.LookPath("gdbus"); err == nil {
		return gdbus(ctx, ref, n.Tier, title, body)
	}
	return "", &refusedError{"neither notify-send nor gdbus is there", true}
}

func notifySend(ctx context.Context, ref, urgency, title, body string) (string, error) {
	args := []string{"--app-name=hermes-exec", "--urgency=" + urgency}
	with := append(args[:2:2], "--print-id")
	if ref != "" {
		with = append(with, "--replace-id="+ref)
	}
	var out bytes.Buffer
	err := execute(ctx, &out, "notify-send", append(with, "--", title, body)...)
	var refused *refusedError
	if errors.As(err, &refused) { // one that is too old to know the number
		return "-", execute(ctx, nil, "notify-send", append(args, "--", title, body)...)
	}
	return number(out.String()), err
}

// gdbus calls what notify-send calls. Its arguments are GVariant text, so each
// is quoted as one.
func gdbus(ctx context.Context, ref string, t tiers.Tier, title, body string) (string, error) {
	var out bytes.Buffer
	err := execute(ctx, &out, "gdbus", "call", "--session", "--dest=org.freedesktop.Notifications", "--object-path=/org/freedesktop/Notifications",
		"--method=org.freedesktop.Notifications.Notify", "--", gvariant("hermes-exec"), "uint32 "+orElse(ref, "0"), gvariant(""),
		gvariant(title), gvariant(body), "@as []", "@a{sv} {}", "int32 -1")
	return number(out.String()), err
}

// gvariant quotes a printable text.
func gvariant(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(s) + "'"
}

// number is the last number in what a program printed; "-" where there is none.
func number(s string) string {
	all := regexp.MustCompile(`\b\d+\b`).FindAllString(s, -1)
	if len(all) == 0 {
		return "-"
	}
	return all[len(all)-1]
}

// execute runs a program to its end.
func execute(ctx context.Context, out *bytes.Buffer, name string, args ...string) error {
	var said bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Stderr = &said
	if out != nil {
		c.Stdout = out
	}
	c.WaitDelay = patience
	err := c.Run()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, exec.ErrNotFound):
		return &refusedError{name + " is not there", true}
	case ctx.Err() != nil:
		return &laterError{err: errors.New(name + " did not end in time")}
	}
	return &refusedError{fmt.Sprintf("%s: %s", name, short(orElse(said.String(), err.Error()))), true}
}
