package approve

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Away asks a person who is not at the terminal, through the confirmation
// daemon. It implements [supervisor.Approver]; an error means that nobody could
// be asked.
type Away struct {
	Client *Client
	Socket string              // of the daemon
	Mask   func(string) string // hides secrets in what is shown
}

// AskedConfirm is what a question that wants a person says beyond the others.
type AskedConfirm struct {
	WaitS     int            `json:"wait_s"`              // how long a person has
	Verdict   *tiers.Verdict `json:"verdict"`             // secrets masked; its places are those of the masked text
	Ancestors []Ancestor     `json:"ancestors,omitempty"` // who asks, nearest first

	Opinion *supervisor.Opinion `json:"opinion,omitempty"` // the language model's, where it was asked
}

// Ancestor is a process above the supervisor.
type Ancestor struct {
	PID  int    `json:"pid"`
	Name string `json:"name"`
}

// AwayRequest is what was asked in a folder, as [Prompt] shows it to the person
// elsewhere.
func AwayRequest(text, dir string, c *AskedConfirm) *supervisor.Request {
	facts := &tiers.Facts{Dir: dir, Host: []tiers.Process{{}}} // the first is the supervisor itself, which is not shown
	for _, a := range c.Ancestors {
		facts.Host = append(facts.Host, tiers.Process{PID: a.PID, Name: a.Name})
	}
	return &supervisor.Request{Text: text, Verdict: c.Verdict, Facts: facts, Opinion: c.Opinion}
}

// AwayCommand is the same for a command that a session asks about, so that the
// person can allow it from now on: what it would take is found anew from the text
// that they are shown, and not from what came with it. Nothing is offered where
// secrets are masked, or more than the text would have to be known.
func AwayCommand(text, dir, session string, c *AskedConfirm) *supervisor.Request {
	r := AwayRequest(text, dir, c)
	if session == "" || !filepath.IsAbs(dir) || len(text) > maxReviewed || strings.Contains(text+dir, maskedSecret) {
		return r
	}
	r.Session = session
	r.Script = shellparse.Parse(text, shellparse.Options{Dir: dir})
	return r
}

// maskedSecret is what stands for a secret in what is shown.
const maskedSecret = "***"

// What became of a question that wanted a person, as [Answer].Status says it.
const (
	StatusApproved  = "approved"
	StatusDenied    = "denied"
	StatusExpired   = "expired"
	StatusCancelled = "cancelled"
)

// The least that the daemon gives a person, and what may pass beyond the wait
// until the answer is here.
const (
	minAway  = 30 * time.Second
	awaySlow = 20 * time.Second
)

// connectTime is how long the daemon's socket may take to accept.
const connectTime = time.Second

// Ready reports why no daemon can be asked, as far as that shows beforehand. It
// costs a system call where there is none.
func (a *Away) Ready() error {
	var st unix.Stat_t
	if err := unix.Lstat(a.Socket, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFSOCK {
		return errors.New("no confirmation daemon is running")
	}
	if err := connectable(a.Socket); err != nil {
		return fmt.Errorf("no confirmation daemon answers (%w)", err)
	}
	return nil
}

// connectable connects to a socket and hangs up.
func connectable(path string) error {
	name := path
	const longest = 100 // of an address everywhere; by a descriptor of its folder Linux knows longer paths
	if len(path) > longest {
		dir, err := unix.Open(filepath.Dir(path), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(dir)
		name = "/proc/self/fd/" + strconv.Itoa(dir) + "/" + filepath.Base(path)
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil {
		return err
	}
	for end := time.Now().Add(connectTime); ; time.Sleep(5 * time.Millisecond) {
		err := unix.Connect(fd, &unix.SockaddrUnix{Name: name})
		busy := errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) // it has a queue
		if !busy || time.Now().After(end) {
			return err
		}
	}
}

// Approve implements [supervisor.Approver].
func (a *Away) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	if err := a.Ready(); err != nil {
		return supervisor.Decision{}, err
	}
	return a.ask(ctx, r)
}

// ask asks, and waits no longer than a person may take.
func (a *Away) ask(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	wait := awayTime(asksAt(r))
	ctx, cancel := context.WithTimeoutCause(ctx, wait+awaySlow, errors.New("the confirmation daemon did not answer in time"))
	defer cancel()
	q := NewQuestion(WantConfirm, r, a.Mask)
	q.Digest, q.Facts.Commands = "", nil // a person reads the text
	q.TimeoutS = int((wait + awaySlow) / time.Second)
	q.Confirm = &AskedConfirm{WaitS: int(wait / time.Second), Verdict: maskedVerdict(r, a.Mask), Opinion: r.Opinion}
	if r.Facts != nil {
		for _, p := range r.Facts.Host[min(1, len(r.Facts.Host)):] {
			q.Confirm.Ancestors = append(q.Confirm.Ancestors, Ancestor{p.PID, p.Name})
		}
	}
	var answer *Answer
	err := a.Client.Ask(ctx, q, func(got *Answer) bool {
		answer = got
		return false
	})
	switch {
	case ctx.Err() != nil: // a yes that comes with the end is none
		return supervisor.Decision{}, context.Cause(ctx)
	case answer == nil && err == nil:
		err = errors.New("the confirmation daemon gave no answer")
	}
	if err != nil {
		return supervisor.Decision{}, err
	}
	return answer.decision(asksAt(r), wait)
}

// awayTime is how long a person has, all tiers that are left together.
func awayTime(t tiers.Tier) time.Duration {
	total := seconds(t.Timeout())
	for {
		next, ok := t.Escalate()
		if !ok {
			return max(total, minAway)
		}
		t, total = next, total+seconds(next.Timeout())
	}
}

// decision is what an answer comes to.
func (a *Answer) decision(t tiers.Tier, wait time.Duration) (supervisor.Decision, error) {
	if a.Tier != nil {
		t = max(t, *a.Tier)
	}
	d := supervisor.Decision{By: ByHuman, Tier: t}
	because := ""
	if a.Reason != "" {
		because = ": " + fold(a.Reason, maxOpinion)
	}
	switch a.Status {
	case StatusApproved:
		d.Allow, d.Reason = true, fmt.Sprintf("%s approved it (confirmation %s)%s", a.By, a.ID, because)
	case StatusDenied:
		d.Reason = fmt.Sprintf("%s was asked and denied it (confirmation %s)%s", a.By, a.ID, because)
	case StatusExpired:
		d.By, d.Reason = byTimeout, fmt.Sprintf("people were asked for %v through the confirmation daemon and did not answer (confirmation %s)", wait, a.ID)
	default:
		return supervisor.Decision{}, fmt.Errorf("the confirmation daemon says %q%s", a.Status, because)
	}
	return d, nil
}

// maskedVerdict is the verdict with secrets masked, and with the places of what
// needs an answer moved to where they stand in the masked text.
func maskedVerdict(r *supervisor.Request, mask func(string) string) *tiers.Verdict {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	v := *r.Verdict
	plain := text(r)
	v.Cmd = mask(plain)
	v.Tier = asksAt(r)
	moved := func(p tiers.Pos) tiers.Pos {
		if p.File != "" || p.Offset < 0 || p.End <= p.Offset || p.End > len(plain) {
			return p
		}
		_, spans := masked(mask, plain, []span{{runeStart(plain, p.Offset), runeEnd(plain, p.End)}})
		p.Offset, p.End = spans[0].start, spans[0].end
		return p
	}
	v.Findings = make([]tiers.Finding, len(r.Verdict.Findings))
	for i, f := range r.Verdict.Findings {
		f.Why, f.Safer, f.Command, f.Target = mask(f.Why), mask(f.Safer), mask(f.Command), mask(f.Target)
		f.Pos = moved(f.Pos)
		v.Findings[i] = f
	}
	v.Problems = make([]tiers.Problem, len(r.Verdict.Problems))
	for i, p := range r.Verdict.Problems {
		p.Text, p.Pos = mask(p.Text), moved(p.Pos)
		v.Problems[i] = p
	}
	return &v
}
