package supervisor

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Small systems have no /dev/fd: what was handed down is given up all the same.
func TestDescriptorsGivenUpWithoutDev(t *testing.T) {
	t.Parallel()
	const bare = `mount -t tmpfs none "$0" && touch "$0/null" && mount --bind /dev/null "$0/null" && mount --bind "$0" /dev && ! test -e /dev/fd`
	enter := []string{"-rm", "sh", "-c", bare + ` && exec "$@"`, t.TempDir()}
	if out, err := exec.Command("unshare", append(enter, "true")...).CombinedOutput(); err != nil {
		t.Skipf("no mount namespace to be had: %v %s", err, out)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := supervised(t, "pty=never", append(enter[:len(enter):len(enter)], testBinary(t), "sh", "-c", "exec 3>&-; echo closed; exec sleep 1000")...)
	if cmd.Path, err = exec.LookPath("unshare"); err != nil {
		t.Fatal(err)
	}
	cmd.Args[0] = cmd.Path
	cmd.ExtraFiles = []*os.File{w}
	out := headless(t, cmd)
	w.Close()
	out.expect("closed")
	(&reader{t: t, f: r}).rest()
	cmd.Process.Signal(syscall.SIGTERM)
	endOf(t, cmd)
}
