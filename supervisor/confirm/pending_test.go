package confirm

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

func TestTenThousandPending(t *testing.T) {
	t.Parallel()
	const n = 10_000
	d := start(t, Config{RateLimit: 2 * n})
	ids := make([]string, n)
	var wg sync.WaitGroup
	next := make(chan int)
	for range 64 {
		wg.Go(func() {
			for i := range next {
				r := &store.Request{Action: "deploy", Description: fmt.Sprint("request ", i), Details: []byte("{}"), Timeout: time.Hour}
				if err := d.server.desk.submit(r); err != nil {
					t.Error(err)
				}
				ids[i] = r.ID
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	count := func(want float64) {
		t.Helper()
		r := d.do(call{method: "GET", path: "/confirm?status=pending"})
		if list := r.m["confirmations"].([]any); r.m["count"] != want || len(list) != int(want) {
			t.Errorf("%v pending, %d listed; want %v", r.m["count"], len(list), want)
		}
		if r := d.do(call{method: "GET", path: "/confirm?limit=7"}); r.m["count"] != want || len(r.m["confirmations"].([]any)) != 7 {
			t.Errorf("limit: %.100s", r.text)
		}
		if h := d.do(call{method: "GET", path: "/health"}); h.m["pending_count"] != want {
			t.Errorf("%s", h.text)
		}
	}
	count(n)
	d.stop()
	d = start(t, Config{Home: d.home, RateLimit: 2 * n})
	count(n)
	if r := d.resolve(ids[n/2], "approve"); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
	count(n - 1)
}

// A request ends with who asked, if that was wanted.
func TestRequesterGone(t *testing.T) {
	t.Parallel()
	d := start(t, Config{})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	submit := func() (string, *exec.Cmd) {
		t.Helper()
		c := exec.Command(self)
		c.Env = append(os.Environ(), asRequester+"="+d.home)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		id, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(id), c
	}
	id, c := submit()
	if s := d.get(id)["status"]; s != "pending" {
		t.Fatalf("it is %v", s)
	}
	c.Process.Kill()
	c.Wait()
	confirmtest.Eventually(t, "it is cancelled", func() bool { return d.get(id)["status"] == "cancelled" })
	if by := d.get(id)["resolved_by"]; by != fmt.Sprintf("system:requester gone (pid %d)", c.Process.Pid) {
		t.Error(by)
	}
	if r := d.resolve(id, "approve"); r.status != 409 {
		t.Errorf("%d %s", r.status, r.text)
	}
	// Also where it went while no daemon ran.
	id, c = submit()
	d.stop()
	c.Process.Kill()
	c.Wait()
	d = start(t, Config{Home: d.home})
	confirmtest.Eventually(t, "it is cancelled", func() bool { return d.get(id)["status"] == "cancelled" })
}

// A later process with the pid of an owner is not the owner.
func TestOwnerLives(t *testing.T) {
	own, err := ownerOf(os.Getpid())
	if err != nil || own.PID != os.Getpid() {
		t.Fatalf("%+v, %v", own, err)
	}
	for _, tt := range []struct {
		pid  int
		off  int64 // seconds by which it began before the process that has its pid now
		want bool
	}{
		{own.PID, 0, true}, {own.PID, 1, true}, {own.PID, -1, true}, // the clock was adjusted since
		{own.PID, 4, false}, {own.PID, -4, false}, {own.PID, own.Started, false},
		{1 << 30, 0, false},
	} {
		if got := lives(store.Owner{PID: tt.pid, Started: own.Started - tt.off}); got != tt.want {
			t.Errorf("%d, %d s before: %v", tt.pid, tt.off, got)
		}
	}
}

// asRequester makes this binary a program that submits a request, prints its
// id and stays until it is killed.
const asRequester = "CONFIRM_TEST_REQUESTER"

func requesterMain(home string) {
	s, err := NewClient(home).Submit(context.Background(), map[string]any{"action": "push", "description": "x", "ends_with_requester": true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.ID)
	time.Sleep(10 * time.Minute)
}
