package approve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// bubble is a terminal under virtual time, where a real one would stop the
// clock: a process that waits for a descriptor is not idle. What the terminal
// itself does is tested on a real one in prompt_test.go.
type bubble struct {
	strings.Builder
	typed   chan struct{}
	in      chan []byte
	sigs    chan os.Signal
	columns int
	slow    time.Duration // what a Write takes
	broken  error         // of Write
	resumed error         // of resume
	flushed int
	closed  int
}

func (b *bubble) Write(p []byte) (int, error) {
	if b.broken != nil {
		return 0, b.broken
	}
	time.Sleep(b.slow)
	return b.Builder.Write(p)
}

func (b *bubble) ready() <-chan struct{}    { return b.typed }
func (b *bubble) signals() <-chan os.Signal { return b.sigs }
func (b *bubble) read() ([]byte, error) {
	if in, ok := <-b.in; ok {
		return in, nil
	}
	return nil, io.EOF
}

func (b *bubble) width() int    { return b.columns }
func (b *bubble) flush()        { b.flushed++ }
func (b *bubble) resume() error { return b.resumed }
func (b *bubble) close()        { b.closed++ }

// press is something that happens at a time after the question was asked.
type press struct {
	at   time.Duration
	keys string
	sig  os.Signal
	wide int // the terminal's width from then on; 0: as before
}

// play asks under virtual time while a person does what is written, and gives
// the decision, how long it took, and the terminal.
func play(t *testing.T, p *Prompt, tier tiers.Tier, b *bubble, does ...press) (d supervisor.Decision, took time.Duration) {
	t.Helper()
	return playOn(t, p, request(tier, "cd x; rm -rf build", "rm -rf build"), b, does...)
}

// playOn is play with a request of the test's own.
func playOn(t *testing.T, p *Prompt, r *supervisor.Request, b *bubble, does ...press) (d supervisor.Decision, took time.Duration) {
	t.Helper()
	b.typed, b.in, b.sigs = make(chan struct{}), make(chan []byte), make(chan os.Signal)
	if b.columns == 0 {
		b.columns = 80
	}
	p.open = func(context.Context, string) (console, error) { return b, nil }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	start := time.Now()
	go func() {
		for _, x := range does {
			select {
			case <-time.After(time.Until(start.Add(x.at))):
			case <-ctx.Done():
				return
			}
			if x.wide > 0 {
				b.columns = x.wide
			}
			switch {
			case x.sig != nil:
				b.sigs <- x.sig
			case x.keys == "withdraw":
				cancel()
			default:
				select {
				case b.typed <- struct{}{}:
				case <-ctx.Done():
					return
				}
				if x.keys == "closed" {
					close(b.in)
					return
				}
				keys, withdrawn := strings.CutPrefix(x.keys, "withdraw, ")
				if withdrawn {
					cancel()
				}
				b.in <- []byte(keys)
			}
		}
	}()
	d, err := p.Approve(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	if b.closed != 1 {
		t.Errorf("the terminal was given back %d times", b.closed)
	}
	return d, time.Since(start)
}

// request is one that asks about the marked part of cmd.
func request(tier tiers.Tier, cmd, part string) *supervisor.Request {
	i := strings.Index(cmd, part)
	return &supervisor.Request{
		Text: cmd,
		Verdict: &tiers.Verdict{Cmd: cmd, Decision: tiers.Ask, Tier: tier, Findings: []tiers.Finding{
			{
				Rule: "files.recursive-delete", Tier: tier, Why: "deletes a folder and all that is in it",
				Safer: "delete the files by name", Command: "rm -rf build", Target: "/home/u/x/build", Via: []string{"bash -c"},
				Pos: tiers.Pos{Line: 1, Col: i + 1, Offset: i, End: i + len(part)},
			},
			{Rule: "test.other", Tier: tiers.Low, Why: "another thing", Command: "cd x"},
		}},
		Facts: &tiers.Facts{Dir: "/home/u/x", Host: []tiers.Process{{PID: 9, Name: "hermes-exec"}, {PID: 8, Name: "node"}, {PID: 7, Name: "zsh"}}},
	}
}

func TestTime(t *testing.T) {
	const s = time.Second
	key := func(at time.Duration, keys string) press { return press{at: at, keys: keys} }
	tests := []struct {
		name string
		tier tiers.Tier
		does []press
		want string // allow, by, tier
		took time.Duration
	}{
		{"silence", tiers.Medium, nil, "false timeout CRITICAL", 100 * s},
		{"silence at HIGH", tiers.High, nil, "false timeout CRITICAL", 40 * s},
		{"silence at CRITICAL", tiers.Critical, nil, "false timeout CRITICAL", 10 * s},
		{"LOW that must ask", tiers.Low, nil, "false timeout CRITICAL", 100 * s},
		{"yes", tiers.Medium, []press{key(7*s, "y")}, "true human MEDIUM", 7 * s},
		{"yes in the last moment", tiers.Medium, []press{key(60*s-1, "y")}, "true human MEDIUM", 60*s - 1},
		{"yes at HIGH", tiers.Medium, []press{key(89*s, "y")}, "true human HIGH", 89 * s},
		{"y is not yes", tiers.Medium, []press{key(90*s, "y")}, "false timeout CRITICAL", 100 * s},
		{"the word after escalation", tiers.High, []press{key(31*s, "y"), key(32*s, "e"), key(33*s, "s"), key(34*s, "\r")}, "true human CRITICAL", 34 * s},
		{"no", tiers.Medium, []press{key(s, "n")}, "false human MEDIUM", s},
		{"explaining does not stop the clock", tiers.Medium, []press{key(59*s, "e"), key(99*s, "?")}, "false timeout CRITICAL", 100 * s},
		{"a key without a meaning", tiers.Medium, []press{key(s, "x"), key(2*s, "Y"), key(3*s, "y")}, "true human MEDIUM", 3 * s},

		{"the word", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "s"), key(s, "\n")}, "true human CRITICAL", s},
		{"the word, corrected", tiers.Critical, []press{key(s, "y"), key(s, "x"), key(s, "e"), key(s, "\x7f"), key(s, "e"), key(s, "s"), key(s, "\b"), key(s, "s"), key(s, "\n")}, "true human CRITICAL", s},
		{"the word, the last letter taken back", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "s"), key(s, "\x7f"), key(s, "\r")}, "false human CRITICAL", s},
		{"nothing to take back", tiers.Critical, []press{key(s, "\b"), key(s, "y"), key(s, "e"), key(s, "s"), key(s, "\r")}, "true human CRITICAL", s},
		{"half the word", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "\r")}, "false human CRITICAL", s},
		{"more than the word", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "s"), key(s, "s"), key(s, "\r")}, "true human CRITICAL", s},
		{"the word, then no", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "s"), key(s, "n")}, "false human CRITICAL", s},
		{"e explains before the word", tiers.Critical, []press{key(s, "e"), key(2*s, "y"), key(2*s, "\r")}, "false human CRITICAL", 2 * s},
		{"the word in one read", tiers.Critical, []press{key(s, "yes"), key(2*s, "\r")}, "false human CRITICAL", 2 * s},
		{"a burst forgets the word", tiers.Critical, []press{key(s, "y"), key(s, "e"), key(s, "s"), key(2*s, "ab"), key(3*s, "\r")}, "false human CRITICAL", 3 * s},

		{"several bytes", tiers.Medium, []press{key(s, "yy"), key(2*s, "y\r"), key(3*s, "\x1b[A")}, "false timeout CRITICAL", 100 * s},
		{"the rest of several bytes", tiers.Medium, []press{key(s, "ls -"), key(s+burst/2, "y"), key(s+burst, "\r"), key(s+burst+burst/2, "y")}, "false timeout CRITICAL", 100 * s},
		{"after several bytes", tiers.Medium, []press{key(s, "ls"), key(s+burst, "y")}, "true human MEDIUM", s + burst},
		{"pasted y", tiers.Medium, []press{key(s, "\x1b[200~y\x1b[201~")}, "false timeout CRITICAL", 100 * s},
		{"pasted y, in pieces", tiers.Medium, []press{key(s, "\x1b[20"), key(2*s, "0~"), key(3*s, "y"), key(4*s, "\r"), key(5*s, "\x1b[2"), key(6*s, "01~")}, "false timeout CRITICAL", 100 * s},
		{"after a paste", tiers.Medium, []press{key(s, "\x1b[200~"), key(2*s, "y"), key(3*s, "\x1b[201~"), key(4*s, "y")}, "true human MEDIUM", 4 * s},
		{"after a paste whose end comes in pieces", tiers.Medium, []press{key(s, "\x1b[200~"), key(2*s, "y"), key(3*s, "\x1b[201"), key(4*s, "~"), key(5*s, "y")}, "true human MEDIUM", 5 * s},
		{"Ctrl-C in a paste", tiers.Medium, []press{key(s, "\x1b[200~ab\x03")}, "false human MEDIUM", s},

		{"closed", tiers.Medium, []press{key(s, "closed")}, "false nobody MEDIUM", s},
		{"withdrawn", tiers.Medium, []press{key(61*s, "withdraw")}, "false nobody HIGH", 61 * s},
		{"yes as it is withdrawn", tiers.Medium, []press{key(s, "withdraw, y")}, "false nobody MEDIUM", s},
		{"no as it is withdrawn", tiers.Medium, []press{key(s, "withdraw, n")}, "false human MEDIUM", s},
		{"signal", tiers.Medium, []press{{at: s, sig: syscall.SIGTERM}}, "false nobody MEDIUM", s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &bubble{}
				d, took := play(t, &Prompt{}, tt.tier, b, tt.does...)
				if got := fmt.Sprintf("%v %s %s", d.Allow, d.By, d.Tier); got != tt.want {
					t.Errorf("got %+v, want %s", d, tt.want)
				}
				if took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				checkClean(t, b.String())
			})
		})
	}
}

// What is over before it is asked has its answer at once.
func TestOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, took := play(t, &Prompt{Until: time.Now()}, tiers.Critical, &bubble{})
		if d.Allow || d.By != byTimeout || took != 0 {
			t.Errorf("got %+v after %v", d, took)
		}
	})
}

// TestLate: a key answers what the question is when it is read. The terminal
// is slow, so that the key is there before the program hears of the time.
func TestLate(t *testing.T) {
	for _, tt := range []struct {
		tier tiers.Tier
		slow time.Duration // each write
		does []press
		want string
	}{
		{tiers.Medium, 1500 * time.Millisecond, []press{{at: 60 * time.Second, keys: "y"}}, "true human HIGH"},
		// Three writes before the first key and one after each: the word is
		// never complete within 10 s, whichever of key and tick comes first.
		{tiers.Critical, 3 * time.Second, []press{{keys: "y"}, {keys: "e"}, {keys: "s"}, {keys: "\r"}}, "false timeout CRITICAL"},
	} {
		synctest.Test(t, func(t *testing.T) {
			d, _ := play(t, &Prompt{}, tt.tier, &bubble{slow: tt.slow}, tt.does...)
			if got := fmt.Sprintf("%v %s %s", d.Allow, d.By, d.Tier); got != tt.want {
				t.Errorf("got %+v, want %s", d, tt.want)
			}
		})
	}
}

// TestCountdown: each second is shown once, in place, and each escalation said
// on a line that stays.
func TestCountdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{}
		d, _ := play(t, &Prompt{}, tiers.Medium, b)
		var want []string
		for _, tier := range []tiers.Tier{tiers.Medium, tiers.High, tiers.Critical} {
			for n := tier.Timeout(); n > 0; n-- {
				want = append(want, fmt.Sprintf("%s, %d s", tier, n))
			}
		}
		var got []string
		for line := range strings.SplitSeq(b.String(), "\r"+seqErase) {
			line = line[strings.LastIndex(line, "\n")+1:]
			if tier, rest, ok := strings.Cut(line, ", "); ok {
				n, _, _ := strings.Cut(rest, ",")
				got = append(got, tier+", "+n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		for _, want := range []string{
			"hermes-exec: no answer for 60 s: HIGH now\n",
			"hermes-exec: no answer for 30 s: CRITICAL now\n",
			"CRITICAL, 10 s, then denied | yes Enter once, n deny, e explain, ? help > ",
			"hermes-exec: denied: a person was asked for 100 s and did not answer\n",
		} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %q in %q", want, b)
			}
		}
		if d.Reason != "a person was asked for 100 s and did not answer" {
			t.Errorf("reason: %s", d.Reason)
		}
	})
}

func TestHintFades(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{}
		play(t, &Prompt{}, tiers.Medium, b, press{at: time.Second / 2, keys: "x"}, press{at: 5 * time.Second, keys: "n"})
		for _, want := range []string{"60 s, then HIGH | no such key: y n e ? > ", "59 s, then HIGH | no such", "57 s, then HIGH | y once"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %q in %q", want, b)
			}
		}
	})
}

func TestTerminalThatTakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, took := play(t, &Prompt{}, tiers.Medium, &bubble{broken: errors.New("no space")}, press{keys: "y"})
		if d.Allow || d.By != byNobody || took != 0 {
			t.Errorf("got %+v after %v", d, took)
		}
	})
}

func TestResume(t *testing.T) {
	for _, tt := range []struct {
		name    string
		resumed error
		want    string
	}{
		{"in the foreground", nil, ByHuman},
		{"in the background", errors.New("this process is not in the foreground"), byNobody},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := &bubble{resumed: tt.resumed}
			d, _ := play(t, &Prompt{}, tiers.Medium, b, press{at: time.Second, sig: syscall.SIGCONT}, press{at: 2 * time.Second, keys: "y"})
			if d.By != tt.want || d.Allow != (tt.resumed == nil) {
				t.Errorf("%s: got %+v", tt.name, d)
			}
			if shown := strings.Count(b.String(), "needs an answer"); tt.resumed == nil && (shown != 2 || b.flushed != 2) {
				t.Errorf("%s: shown %d times, input dropped %d times", tt.name, shown, b.flushed)
			}
		})
	}
}

// The question is written again once a new width has settled, and not for the same.
func TestSettled(t *testing.T) {
	for wide, want := range map[int]int{80: 1, 60: 2} {
		synctest.Test(t, func(t *testing.T) {
			b := &bubble{}
			play(t, &Prompt{}, tiers.Medium, b, press{at: time.Second / 4, sig: syscall.SIGWINCH, wide: wide}, press{at: time.Second / 2, keys: "n"})
			if shown := strings.Count(b.String(), "needs an answer"); shown != want {
				t.Errorf("%d columns: shown %d times, want %d", wide, shown, want)
			}
		})
	}
}

// A line that asks takes what the terminal has room for, but for the last column.
func TestStatusWidth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const long = "HIGH, 30 s, then CRITICAL | y once, n deny, e explain, ? help > "
		for columns, want := range map[int]string{
			len(long) + 2: long, len(long) + 1: long, len(long): "HIGH 30 s | y once, n deny, e explain, ? help > ", 0: long, -1: long,
		} {
			b := &bubble{columns: columns}
			q := question{Prompt: &Prompt{}, con: b, tier: tiers.High, deadline: time.Now().Add(30 * time.Second)}
			if q.status(); b.String() != want {
				t.Errorf("%d columns: %q, want %q", columns, b, want)
			}
		}
	})
}

// TestStatusFits: the line that asks never wraps, and says how to answer from
// 40 columns up.
func TestStatusFits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for width := 20; width <= 200; width++ {
			for _, tier := range []tiers.Tier{tiers.Medium, tiers.High, tiers.Critical} {
				for _, hint := range []string{"", "no such key: yes n e ?"} {
					q := question{Prompt: &Prompt{}, tier: tier, deadline: time.Now().Add(time.Minute), typing: typing{word: word}, hint: hint, hintUntil: time.Now().Add(time.Hour)}
					line := q.statusLine(width - 1)
					if len(line) > width-1 {
						t.Fatalf("width %d: %q", width, line)
					}
					if width >= 40 && hint == "" && !strings.Contains(line, "> yes") {
						t.Fatalf("width %d: %q", width, line)
					}
				}
			}
		}
	})
}

// The pages that no key of TestQuestion shows, to the byte.
func TestPages(t *testing.T) {
	one := request(tiers.High, "rm -rf build", "rm -rf build")
	one.Verdict.Findings = one.Verdict.Findings[:1]
	two := request(tiers.High, "cd x; rm -rf build", "rm -rf build")
	all := func(byte) bool { return true }
	const keys = "  s         run it, and the same command in this session from now on\n" +
		"  a         run it, and the same command in this folder from now on; shows it\n" +
		"            first\n" +
		"  n         do not run it, and tell the agent so\n" +
		"  e         show all that was found and how each command was reached\n" +
		"  ?         this list\n" +
		"  else      Enter, Ctrl-C, Ctrl-D and silence deny; keys that arrive together,\n" +
		"            as a paste does, are no answer\n" +
		"  rows      | a line of the command, : the rest of a long one, ~ left out here\n"
	for _, tt := range []struct {
		name   string
		width  int
		layout func(*page)
		want   string
	}{
		{"one finding", 80, func(p *page) { p.question(one, nil) }, "hermes-exec: HIGH command, needs an answer\n" +
			"  | rm -rf build\n" +
			"    ^^^^^^^^^^^^\n" +
			"  rule      files.recursive-delete\n" +
			"  why       deletes a folder and all that is in it\n" +
			"  target    /home/u/x/build\n" +
			"  through   bash -c\n" +
			"  safer     delete the files by name\n" +
			"  asked by  node(8) < zsh(7)\n" +
			"  in        /home/u/x\n"},
		{"explained", 80, func(p *page) { p.explain(two, nil) }, "hermes-exec: everything that was found\n" +
			"  | cd x; rm -rf build\n" +
			"          ^^^^^^^^^^^^\n" +
			"  1 of 2, HIGH\n" +
			"  rule      files.recursive-delete\n" +
			"  at        line 1, column 7, through bash -c\n" +
			"  runs      rm -rf build\n" +
			"  why       deletes a folder and all that is in it\n" +
			"  target    /home/u/x/build\n" +
			"  safer     delete the files by name\n" +
			"  2 of 2, LOW\n" +
			"  rule      test.other\n" +
			"  runs      cd x\n" +
			"  why       another thing\n"},
		{"help", 80, func(p *page) { p.help(tiers.High, all) }, "hermes-exec: keys\n" +
			"  y         run it, this once\n" + keys},
		{"help at CRITICAL", 80, func(p *page) { p.help(tiers.Critical, all) }, "hermes-exec: keys\n" +
			"  yes Enter the word, typed, then Enter: run it, this once\n" + keys},
		{"a long item", 20, func(p *page) { p.item("999 of 999, MEDIUM") }, "  999 of 999, MEDIUM\n"},
		{"a longer one", 20, func(p *page) { p.item("999 of 999, CRITICAL") }, "  999 of 999,\n  CRITICAL\n"},
	} {
		p := page{width: tt.width}
		if tt.layout(&p); p.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, p.String(), tt.want)
		}
	}
}

// TestQuestion is the whole of what is shown, to the byte.
func TestQuestion(t *testing.T) {
	tests := []struct {
		name   string
		prompt Prompt
		width  int
		want   string
	}{
		{"80 columns", Prompt{}, 80, "\x1b[?2004h" +
			"\x1b[1mhermes-exec: HIGH command, needs an answer\x1b[0m\n" +
			"  | cd x; \x1b[1;4mrm -rf build\x1b[0m\n" +
			"  rule      files.recursive-delete\n" +
			"  why       deletes a folder and all that is in it\n" +
			"  target    /home/u/x/build\n" +
			"  through   bash -c\n" +
			"  safer     delete the files by name\n" +
			"  asked by  node(8) < zsh(7)\n" +
			"  in        /home/u/x\n" +
			"  more      1 more found: e explains\n" +
			"HIGH, 30 s, then CRITICAL | y once, n deny, e explain, ? help > " +
			"\r\x1b[Khermes-exec: denied: a person was asked and denied it (n)\n\x1b[?2004l"},
		{"40 columns, no color", Prompt{NoColor: true}, 40, "\x1b[?2004h" +
			"hermes-exec: HIGH command, needs an\nanswer\n" +
			"  | cd x; rm -rf build\n" +
			"          ^^^^^^^^^^^^\n" +
			"  rule      files.recursive-delete\n" +
			"  why       deletes a folder and all\n" +
			"            that is in it\n" +
			"  target    /home/u/x/build\n" +
			"  through   bash -c\n" +
			"  safer     delete the files by name\n" +
			"  asked by  node(8) < zsh(7)\n" +
			"  in        /home/u/x\n" +
			"  more      1 more found: e explains\n" +
			"HIGH 30 s | y n e ? > " +
			"\r\x1b[Khermes-exec: denied: a person was asked\nand denied it (n)\n\x1b[?2004l"},
		{"dumb", Prompt{Dumb: true}, 0, "hermes-exec: HIGH command, needs an answer\n" +
			"  | cd x; rm -rf build\n" +
			"          ^^^^^^^^^^^^\n" +
			"  rule      files.recursive-delete\n" +
			"  why       deletes a folder and all that is in it\n" +
			"  target    /home/u/x/build\n" +
			"  through   bash -c\n" +
			"  safer     delete the files by name\n" +
			"  asked by  node(8) < zsh(7)\n" +
			"  in        /home/u/x\n" +
			"  more      1 more found: e explains\n" +
			"HIGH, 30 s, then CRITICAL | y once, n deny, e explain, ? help > " +
			"\r" + strings.Repeat(" ", 64) + "\rhermes-exec: denied: a person was asked and denied it (n)\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &bubble{columns: tt.width}
				if tt.width == 0 {
					b.columns = -1 // not known
				}
				play(t, &tt.prompt, tiers.High, b, press{keys: "n"})
				if b.String() != tt.want {
					t.Errorf("got\n%q\nwant\n%q", b, tt.want)
				}
			})
		})
	}
}
