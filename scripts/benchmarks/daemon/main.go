// Daemon measures the confirmation daemon: how many submissions a second it
// takes, each on the disk before it is answered, beside a loop that inserts the
// same row with the same driver and the same durability, one transaction each;
// how long a status call takes; and what 10,000 pending requests cost in memory.
// The two take turns, so that whatever else the machine does meets both.
package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"modernc.org/sqlite"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
)

// The budgets of SPEC §11.
const (
	submitBudget = 2000 // a second, on two cores
	statusBudget = 5 * time.Millisecond
)

// What is measured: in each round both insert share rows; at the end all wait.
const (
	rounds  = 5
	share   = 2000
	clients = 64 // that submit at once
	calls   = 10_000
)

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: daemon HERMES-CONFIRMD") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "daemon:", err)
		os.Exit(1)
	}
}

func measure(program string) error {
	dir, err := os.MkdirTemp("", "hermes-exec-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d, err := serve(program, filepath.Join(dir, "home"))
	if err != nil {
		return err
	}
	defer d.stop()
	bare, err := openBare(filepath.Join(dir, "bare.db"))
	if err != nil {
		return err
	}
	defer bare.conn.Close()
	start := d.memory()

	var loop, daemon []float64 // a second, by round
	var ids []string
	for range rounds {
		began := time.Now()
		for range share {
			if err := bare.insert(); err != nil {
				return err
			}
		}
		loop = append(loop, share/time.Since(began).Seconds())
		began = time.Now()
		got, err := d.submit(share, 0)
		if err != nil {
			return err
		}
		daemon = append(daemon, share/time.Since(began).Seconds())
		ids = append(ids, got...)
	}
	full := d.memory()
	idle, err := d.statuses(ids, nil)
	if err != nil {
		return err
	}
	busy, err := d.statuses(ids, func() error { _, err := d.submit(2*share, submitBudget); return err })
	if err != nil {
		return err
	}

	slices.Sort(loop)
	slices.Sort(daemon)
	l, s := loop[rounds/2], daemon[rounds/2]
	fmt.Printf("%-52s %10s %8s\n", fmt.Sprintf("%d rounds of %d", rounds, share), "median", "ratio")
	fmt.Printf("%-52s %8.0f/s %8.2f\n", "a bare loop of inserts, each synced", l, 1.0)
	fmt.Printf("%-52s %8.0f/s %8.2f\n", fmt.Sprintf("the daemon: submissions of %d clients, each synced", clients), s, s/l)
	fmt.Printf("%-52s %10s %10s\n", fmt.Sprintf("%d calls, %d pending", calls, len(ids)), "median", "p99")
	fmt.Printf("%-52s %10v %10v\n", "a status call", at(idle, 50), at(idle, 99))
	fmt.Printf("%-52s %10v %10v\n", fmt.Sprintf("the same beside %d submissions a second", submitBudget), at(busy, 50), at(busy, 99))
	fmt.Printf("memory of the daemon: %d MiB at its start, %d MiB with %d pending\n", start>>20, full>>20, len(ids))
	fmt.Printf("budget: at least %d submissions a second on two cores, p99 of a status call at most %v\n", submitBudget, statusBudget)
	table.Row("daemon: durable submissions", fmt.Sprintf("%.0f/s", s), fmt.Sprintf("%.0f/s, a bare loop of inserts", l), fmt.Sprintf("%.2f", s/l), fmt.Sprintf("%d/s", submitBudget))
	table.Row("daemon: a status call, p99", fmt.Sprintf("%.2f ms", at(idle, 99).Seconds()*1000), fmt.Sprintf("%.2f ms, beside %d submissions a second", at(busy, 99).Seconds()*1000, submitBudget), "",
		fmt.Sprintf("%.0f ms", statusBudget.Seconds()*1000))
	return nil
}

func at(took []time.Duration, percent int) time.Duration {
	slices.Sort(took)
	return took[min(len(took)*percent/100, len(took)-1)].Round(10 * time.Microsecond)
}

// bare is a connection of the driver the daemon uses, with its settings.
type bare struct {
	conn driver.Conn
	stmt driver.Stmt
	n    int64
}

func openBare(path string) (*bare, error) {
	var d sqlite.Driver
	conn, err := d.Open("file:" + path + "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	b := &bare{conn: conn}
	table, err := conn.Prepare("CREATE TABLE rows (id TEXT PRIMARY KEY, action TEXT, description TEXT, details TEXT, at REAL)")
	if err != nil {
		return nil, err
	}
	defer table.Close()
	if _, err := table.(driver.StmtExecContext).ExecContext(context.Background(), nil); err != nil {
		return nil, err
	}
	b.stmt, err = conn.Prepare("INSERT INTO rows VALUES (?, ?, ?, ?, ?)")
	return b, err
}

func (b *bare) insert() error {
	b.n++
	args := []driver.NamedValue{
		{Ordinal: 1, Value: "id" + strconv.FormatInt(b.n, 10)}, {Ordinal: 2, Value: "deploy"}, {Ordinal: 3, Value: "Deploy v2.0 to production"},
		{Ordinal: 4, Value: "{}"}, {Ordinal: 5, Value: float64(b.n)},
	}
	_, err := b.stmt.(driver.StmtExecContext).ExecContext(context.Background(), args)
	return err
}

// daemon is the program, as a process of its own.
type daemon struct {
	cmd  *exec.Cmd
	base string
	http *http.Client
}

func serve(program, home string) (*daemon, error) {
	d := &daemon{http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * clients}}}
	d.cmd = exec.Command(program, "serve", "--port", "0", "--ui-port", "0", "--rate-limit", "100000000")
	d.cmd.Env = append(os.Environ(), "HERMES_HOME="+home)
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(home + ".log")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	d.cmd.Stderr = log
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if at := strings.Index(line, "http://"); at >= 0 {
		d.base = strings.TrimSpace(line[at:])
		return d, nil
	}
	d.stop()
	said, _ := os.ReadFile(home + ".log")
	return nil, fmt.Errorf("it did not come up: %v %s", err, said)
}

func (d *daemon) stop() {
	d.cmd.Process.Signal(syscall.SIGTERM)
	d.cmd.Wait()
}

// submit submits n requests from all clients, at a rate a second (0: as fast as
// it goes), and gives their ids.
func (d *daemon) submit(n, rate int) ([]string, error) {
	began := time.Now()
	body := []byte(`{"action":"deploy","description":"Deploy v2.0 to production","timeout_seconds":3600}`)
	ids := make([]string, n)
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			for failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if rate > 0 {
					time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(rate))))
				}
				var answer struct{ ID string }
				if err := d.call(http.MethodPost, "/confirm", body, http.StatusAccepted, &answer); err != nil {
					failed.Store(&err)
				}
				ids[i] = answer.ID
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return ids, nil
}

func (d *daemon) call(method, path string, body []byte, want int, into any) error {
	req, err := http.NewRequest(method, d.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != want {
		return fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, text)
	}
	return json.Unmarshal(text, into)
}

// statuses times status calls, one after the other; beside them another
// program's load where there is one, until all are done.
func (d *daemon) statuses(ids []string, beside func() error) ([]time.Duration, error) {
	loaded := make(chan error, 1)
	if beside == nil {
		loaded = nil
	} else {
		go func() { loaded <- beside() }()
	}
	var took []time.Duration
	for i := range calls {
		select {
		case err := <-loaded: // the load is over, and so is what is measured
			return took, err
		default:
		}
		var s struct{ Status string }
		began := time.Now()
		if err := d.call(http.MethodGet, "/confirm/"+ids[i*7919%len(ids)], nil, http.StatusOK, &s); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
		if s.Status != "pending" {
			return nil, fmt.Errorf("a request is %s", s.Status)
		}
	}
	if loaded != nil {
		return took, <-loaded
	}
	return took, nil
}

// memory is what the daemon has in memory, in bytes; 0 where that is not known.
func (d *daemon) memory() int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(d.cmd.Process.Pid) + "/statm")
	if err != nil {
		return 0
	}
	f := strings.Fields(string(text))
	if len(f) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(f[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
