package audit

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

func request() *supervisor.Request {
	return &supervisor.Request{
		Text:    `PASSWORD=hunter2 rm -rf a && echo "é"`,
		Session: "s1",
		Facts:   &tiers.Facts{Dir: "/work", Host: []tiers.Process{{PID: 7, Name: "hermes-exec"}, {PID: 5, Name: "agent"}, {PID: 1, Name: "init"}}},
		Verdict: &tiers.Verdict{Tier: tiers.High, Findings: []tiers.Finding{{Rule: "files.delete"}, {Rule: "files.force"}, {Rule: "files.delete"}}},
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	const common = `"dir":"/work","cmd":"PASSWORD=*** rm -rf a && echo \"é\"","tier":"HIGH",`
	const rest = `"ancestors":[{"pid":7,"name":"hermes-exec"},{"pid":5,"name":"agent"},{"pid":1,"name":"init"}]}`
	const rules = `"rules":["files.delete","files.force"],`
	tests := []struct {
		name   string
		change func(r *supervisor.Request)
		d      supervisor.Decision
		ended  *supervisor.Status
		guard  []supervisor.GuardEvent
		want   []string
	}{
		{
			name:  "allowed, exit 3",
			d:     supervisor.Decision{Allow: true, By: "human", Tier: tiers.High, Took: 1234567 * time.Nanosecond},
			ended: &supervisor.Status{Code: 3},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"allow","hardline":false,` + rules + `"by":"human","took_ms":1.234,` + rest,
				`{"v":1,"time":T,"event":"exit","id":ID,"session":"s1","status":3,"duration_ms":1500}`,
			},
		},
		{
			name: "status 0 is a status",
			d:    supervisor.Decision{Allow: true, By: "mode", Tier: tiers.High}, ended: &supervisor.Status{},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"allow","hardline":false,` + rules + `"by":"mode","took_ms":0,` + rest,
				`{"v":1,"time":T,"event":"exit","id":ID,"session":"s1","status":0,"duration_ms":1500}`,
			},
		},
		{
			name:   "screened",
			change: func(r *supervisor.Request) { r.Screening = &tiers.Screening{Verdict: "error", Reason: "token=hunter2"} },
			d:      supervisor.Decision{By: "nobody", Tier: tiers.High},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"deny","hardline":false,` + rules + `"by":"nobody","took_ms":0,"screening":"error: token=***",` + rest,
			},
		},
		{
			name: "the reviewer raised it",
			change: func(r *supervisor.Request) {
				r.Opinion = &supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.Critical, Reason: "token=hunter2 <&>", Cached: true, Took: 2500 * time.Microsecond}
			},
			d: supervisor.Decision{By: "nobody", Tier: tiers.High},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"deny","hardline":false,` + rules + `"by":"nobody","took_ms":0,"opinion":{"says":"raise","tier":"CRITICAL","reason":"token=*** <&>","cached":true,"took_ms":2.5},` + rest,
			},
		},
		{
			name: "the reviewer said nothing",
			change: func(r *supervisor.Request) {
				r.Opinion = &supervisor.Opinion{Says: supervisor.SaysNone, Tier: tiers.Critical}
			},
			d: supervisor.Decision{By: "nobody", Tier: tiers.High},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"deny","hardline":false,` + rules + `"by":"nobody","took_ms":0,"opinion":{"says":"none","took_ms":0},` + rest,
			},
		},
		{
			name: "could not be started",
			d:    supervisor.Decision{Allow: true, By: "mode", Tier: tiers.High}, ended: &supervisor.Status{Code: 127, Unstarted: "command not found: x --token=hunter2"},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"allow","hardline":false,` + rules + `"by":"mode","took_ms":0,` + rest,
				`{"v":1,"time":T,"event":"exit","id":ID,"session":"s1","status":127,"unstarted":"command not found: x --token=***","duration_ms":1500}`,
			},
		},
		{
			name: "died by a signal",
			d:    supervisor.Decision{Allow: true, By: "mode", Tier: tiers.High}, ended: &supervisor.Status{Signal: syscall.SIGTERM},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"allow","hardline":false,` + rules + `"by":"mode","took_ms":0,` + rest,
				`{"v":1,"time":T,"event":"exit","id":ID,"session":"s1","signal":"SIGTERM","duration_ms":1500}`,
			},
		},
		{
			name: "the guard spoke",
			d:    supervisor.Decision{Allow: true, By: "mode", Tier: tiers.High}, ended: &supervisor.Status{},
			guard: []supervisor.GuardEvent{
				{Off: "seccomp: function not implemented"},
				{Call: "kill(5, SIGKILL)", Caller: supervisor.GuardedProcess{PID: 9, Name: "x\n"}, Target: supervisor.GuardedProcess{PID: 5, Name: "agent"}},
				{Call: "reboot()", Caller: supervisor.GuardedProcess{PID: 9, Name: "x"}},
				{Rights: "/usr/bin/sudo", Caller: supervisor.GuardedProcess{PID: 8, Name: "sudo"}},
				{More: 3},
			},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"allow","hardline":false,` + rules + `"by":"mode","took_ms":0,` + rest,
				`{"v":1,"time":T,"event":"guard","id":ID,"session":"s1","off":"seccomp: function not implemented"}`,
				`{"v":1,"time":T,"event":"guard","id":ID,"session":"s1","refused":"kill(5, SIGKILL)","caller":{"pid":9,"name":"x\n"},"target":{"pid":5,"name":"agent"}}`,
				`{"v":1,"time":T,"event":"guard","id":ID,"session":"s1","refused":"reboot()","caller":{"pid":9,"name":"x"}}`,
				`{"v":1,"time":T,"event":"guard","id":ID,"session":"s1","rights":"/usr/bin/sudo","caller":{"pid":8,"name":"sudo"}}`,
				`{"v":1,"time":T,"event":"guard","id":ID,"session":"s1","refused_more":3}`,
				`{"v":1,"time":T,"event":"exit","id":ID,"session":"s1","status":0,"duration_ms":1500}`,
			},
		},
		{
			name: "escalated and denied",
			d:    supervisor.Decision{By: "timeout", Reason: "no answer", Tier: tiers.Critical, Took: 100 * time.Second},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decided_tier":"CRITICAL","decision":"deny","hardline":false,` + rules + `"by":"timeout","reason":"no answer","took_ms":100000,` + rest,
			},
		},
		{
			name:   "hardline",
			change: func(r *supervisor.Request) { r.Verdict.Hardline = true },
			d:      supervisor.Decision{By: "hardline", Reason: "TOKEN=abc is in it", Tier: tiers.High},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"session":"s1",` + common + `"decision":"deny","hardline":true,` + rules + `"by":"hardline","reason":"TOKEN=*** is in it","took_ms":0,` + rest,
			},
		},
		{
			name: "as little as there can be",
			change: func(r *supervisor.Request) {
				*r = supervisor.Request{Text: "a\nb", Verdict: &tiers.Verdict{}, Command: supervisor.Command{Dir: "/d"}}
			},
			d: supervisor.Decision{Allow: true, By: "tier"},
			want: []string{
				`{"v":1,"time":T,"event":"decision","id":ID,"dir":"/d","cmd":"a\nb","tier":"SAFE","decision":"allow","hardline":false,"rules":[],"by":"tier","took_ms":0,"ancestors":[]}`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			l := open(t, home)
			r := request()
			if tt.change != nil {
				tt.change(r)
			}
			if err := l.Decided(r, tt.d); err != nil {
				t.Fatal(err)
			}
			for _, e := range tt.guard {
				if err := l.Guarded(r, e); err != nil {
					t.Fatal(err)
				}
			}
			if tt.ended != nil {
				if err := l.Ended(r, tt.d, *tt.ended, 1500*time.Millisecond); err != nil {
					t.Fatal(err)
				}
			}
			got := readLog(t, home)
			ids := map[string]bool{}
			for i, line := range got {
				got[i] = normal(t, line, ids)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if len(ids) != 1 {
				t.Errorf("ids %v, want one", ids)
			}
		})
	}
}

// No member of a record holds a secret, whoever chose its text.
func TestMaskedEverywhere(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	named := "TOKEN=" + secret
	p := supervisor.GuardedProcess{PID: 5, Name: named}
	home := t.TempDir()
	l := open(t, home)
	r := request()
	r.Text, r.Session, r.Facts.Dir = "x --password "+secret, named, "/"+named
	r.Facts.Host[0].Name = named
	d := supervisor.Decision{Allow: true, By: "human", Reason: named}
	for _, err := range []error{
		l.Decided(r, d),
		l.Guarded(r, supervisor.GuardEvent{Off: named}),
		l.Guarded(r, supervisor.GuardEvent{Call: named, Caller: p, Target: p}),
		l.Guarded(r, supervisor.GuardEvent{Rights: "/" + named, Caller: p}),
		l.Ended(r, d, supervisor.Status{}, 0),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	text := strings.Join(readLog(t, home), "\n")
	if strings.Contains(text, secret) || strings.Count(text, "***") != 15 {
		t.Errorf("%s", text)
	}
}

// normal checks what is different each time, and takes it out.
func normal(t *testing.T, line string, ids map[string]bool) string {
	t.Helper()
	m := regexp.MustCompile(`"time":"([^"]*)","event":"[a-z]*","id":"(([0-9]*)-[0-9]*)"`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("no time, event and id in %s", line)
	}
	at, err := time.Parse(time.RFC3339Nano, m[1])
	if err != nil || !strings.HasSuffix(m[1], "Z") || time.Since(at).Abs() > time.Hour {
		t.Errorf("time %s: %v", m[1], err)
	}
	if m[3] != strconv.Itoa(os.Getpid()) {
		t.Errorf("id %s is not of this process", m[2])
	}
	ids[m[2]] = true
	line = regexp.MustCompile(`"seq":[0-9]+,"prev":"([0-9a-f]{64})?",`).ReplaceAllString(line, "")
	line = regexp.MustCompile(`,"sum":"[0-9a-f]{16}"}$`).ReplaceAllString(line, "}")
	return strings.NewReplacer(`"`+m[1]+`"`, "T", `"`+m[2]+`"`, "ID").Replace(line)
}

// Whatever is in a command, its record is one line of JSON that holds it.
func TestStrings(t *testing.T) {
	t.Parallel()
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, s := range []string{"", "a", "\"\\/", "a\nb\r\x00\x1b[31m\x7f", "é 世界 😀 \u202e\u2028\u2029\u009b", "\xff\xc3", string(all)} {
		rec := record{decided: &decided{Cmd: s}}
		b, err := rec.body()
		var got Record
		if err := errors.Join(err, json.Unmarshal(b, &got)); err != nil || got.Cmd != string([]rune(s)) {
			t.Errorf("%q: %s (%v)", s, b, err)
		}
		if strings.ContainsFunc(string(b), unicode.IsControl) || strings.ContainsAny(string(b), "\u2028\u2029") {
			t.Errorf("%q: a control character in %q", s, b)
		}
	}
}

// What the reviewer said, for a reader.
func TestOpined(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Opined{
		"raise to HIGH: it deletes (said before), after 3ms": {Says: "raise", Tier: "HIGH", Reason: "it deletes", Cached: true, TookMS: 2.6},
		"no opinion, after 5s":                               {Says: "none", TookMS: 5000},
	} {
		if got := o.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Each request has its own id, also where many run at once in one process.
func TestIDs(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { pair(t, l) })
	}
	all.Wait()
	wantPairs(t, readLog(t, home), 50)
	if len(l.ids) != 0 {
		t.Errorf("%d requests are remembered after their end", len(l.ids))
	}
}

func pair(t testing.TB, l *Log) {
	r, d := request(), supervisor.Decision{Allow: true, By: "human"}
	r.Verdict.Tier = tiers.Low // nothing that waits for a disk
	if err := l.Decided(r, d); err != nil {
		t.Error(err)
	}
	if err := l.Ended(r, d, supervisor.Status{}, time.Second); err != nil {
		t.Error(err)
	}
}

// wantPairs checks that each line is whole and each decision has its exit.
func wantPairs(t *testing.T, lines []string, n int) {
	t.Helper()
	events := map[string][]string{}
	for _, line := range lines {
		var rec struct{ ID, Event string }
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		events[rec.ID] = append(events[rec.ID], rec.Event)
	}
	for id, e := range events {
		if !reflect.DeepEqual(e, []string{"decision", "exit"}) {
			t.Errorf("%s: %v", id, e)
		}
	}
	if len(events) != n {
		t.Errorf("%d commands in the log, want %d", len(events), n)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	if _, err := Open(""); err == nil {
		t.Error("no home, no error")
	}
	home := filepath.Join(t.TempDir(), "new")
	l := open(t, home)
	if _, err := os.Lstat(home); err == nil {
		t.Error("Open made the folder")
	}
	pair(t, l)
	for path, want := range map[string]os.FileMode{"": 0o700, "exec": 0o700, "exec/audit.jsonl": 0o600} {
		fi, err := os.Lstat(filepath.Join(home, path))
		if err != nil || fi.Mode().Perm() != want {
			t.Errorf("%q: %v, %v; want %o", path, fi.Mode(), err, want)
		}
	}
	// Rotated away between two records: the next begins a new file.
	if err := os.Rename(l.path, l.path+".1"); err != nil {
		t.Fatal(err)
	}
	pair(t, l)
	wantPairs(t, readLog(t, home), 1)
}

func TestRefused(t *testing.T) {
	t.Parallel()
	target := filepath.Join(t.TempDir(), "target")
	tests := []struct {
		name string
		make func(path string) error
		want string
	}{
		{"symbolic link", func(path string) error { return os.Symlink(target, path) }, "symbolic link"},
		{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o600) }, "not a plain file"},
		{"folder", func(path string) error { return os.Mkdir(path, 0o700) }, "is a directory"},
	}
	for _, tt := range tests {
		l := open(t, t.TempDir())
		if err := os.Mkdir(filepath.Dir(l.path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := tt.make(l.path); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{l.Decided(request(), supervisor.Decision{Allow: true}), Writable(filepath.Dir(filepath.Dir(l.path)))} {
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), l.path) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
	if _, err := os.Lstat(target); err == nil {
		t.Error("a file was made behind the link")
	}

	home := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(home, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, home).Decided(request(), supervisor.Decision{Allow: true}); err == nil {
		t.Error("home is a file: no error")
	}
	if Writable(home) == nil {
		t.Error("home is a file: it can be written")
	}
	home = filepath.Join(t.TempDir(), "not", "there")
	if err := Writable(home); err != nil {
		t.Errorf("what is not there yet: %v", err)
	}
	if _, err := os.Lstat(filepath.Dir(home)); err == nil {
		t.Error("to look made a folder")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	if Writable(link) == nil {
		t.Error("home is a link to nowhere: it can be written")
	}
}

// Whoever sits on the lock does not hold up commands for ever.
func TestLockedByAnother(t *testing.T) {
	t.Parallel()
	l := open(t, t.TempDir())
	pair(t, l)
	f, err := os.Open(l.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	l.patience = time.Millisecond
	if err := l.Decided(request(), supervisor.Decision{}); err == nil || !strings.Contains(err.Error(), "locked") {
		t.Errorf("%v", err)
	}
}

func open(t testing.TB, home string) *Log {
	t.Helper()
	l, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// readLog returns the lines of the log, which must end with a newline.
func readLog(t *testing.T, home string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(home, "exec", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutSuffix(string(b), "\n")
	if !ok {
		t.Errorf("the log ends in %q", b)
	}
	return strings.Split(text, "\n")
}

func BenchmarkPair(b *testing.B) {
	l := open(b, b.TempDir())
	b.ReportAllocs()
	for b.Loop() {
		pair(b, l)
	}
}
