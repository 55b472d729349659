package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// maxLine is the most one line may hold, its end included: the longest script that is judged,
// every byte of it written as \u00XX, and room for the rest.
const maxLine = 8 << 20

// question is one line of check --jsonl.
type question struct {
	ID     json.RawMessage `json:"id"` // any JSON value, given back as it came
	Cmd    *string         `json:"cmd"`
	Action string          `json:"action"`
	CWD    string          `json:"cwd"`
}

// checkLines answers each line with one, in order and as it comes, so that a
// caller may keep one process and ask it for every command. A line that cannot
// be read is answered too: with an error, and a decision not to go ahead on.
func checkLines(w *world, o tiers.Options, in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, errLineTooLong) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("read standard input: %w", err)
		}
		var answer any
		if err != nil {
			answer = badLine(nil, err)
		} else {
			answer = w.answer(line, o)
		}
		if err := writeJSON(out, answer); err != nil {
			return fmt.Errorf("write the verdict: %w", err)
		}
	}
}

func (w *world) answer(line []byte, o tiers.Options) any {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return badLine(q.ID, err)
	}
	if q.Cmd == nil {
		return badLine(q.ID, errors.New(`"cmd" is missing`))
	}
	if q.Action != "" {
		o.Action = q.Action
	}
	here := *w
	if q.CWD != "" {
		here.dir = q.CWD
		if !filepath.IsAbs(q.CWD) {
			here.dir = filepath.Join(w.dir, q.CWD)
		}
	}
	if _, err := here.govern(&o); err != nil { // what holds in that folder, now
		return badLine(q.ID, err)
	}
	_, v := here.judge(call{text: *q.Cmd}, o)
	if q.ID != nil {
		v.ID = q.ID
	}
	return v
}

// unread is the verdict on a line that could not be read. It asks, for a
// caller that looks at nothing but the decision.
type unread struct {
	tiers.Verdict
	Error string `json:"error"`
}

func badLine(id json.RawMessage, err error) any {
	seconds := tiers.High.Timeout()
	u := unread{Error: err.Error(), Verdict: tiers.Verdict{
		Decision:  tiers.Ask,
		Tier:      tiers.High,
		TimeoutS:  &seconds,
		Approvers: tiers.High.Approvers(),
		Findings:  []tiers.Finding{},
		Problems:  []tiers.Problem{{Kind: "input", Text: err.Error()}},
	}}
	if json.Valid(id) {
		u.ID = id
	}
	return u
}

var errLineTooLong = errors.New("a line holds at most 8 MiB")

// readLine reads one line without its end. The whole of a line that is too
// long is read, so that the next one is the next.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := r.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if len(line) > maxLine {
			tooLong, line = true, nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !(errors.Is(err, io.EOF) && (len(line) > 0 || tooLong)):
			return nil, err
		case tooLong:
			return nil, errLineTooLong
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}
