package procs

import (
	"bufio"
	"os/exec"
	"slices"
	"testing"
)

// What is mounted is read of the process that is asked about.
func TestPlaceOfMounts(t *testing.T) {
	t.Parallel()
	const script = `mkdir "$0" && echo >"$0/hosts" && mount --bind "$0/hosts" /etc/hosts && echo ready && exec sleep 1000`
	cmd := exec.Command("unshare", "-rm", "sh", "-c", script, t.TempDir()+"/"+id)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Skip(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Skipf("no mount namespace to be had: %q, %v", line, err)
	}
	p := PlaceOf(cmd.Process.Pid, nil, func(string) string { return "" })
	if !slices.Contains(p.Containers, id) {
		t.Errorf("containers %q", p.Containers)
	}
}
