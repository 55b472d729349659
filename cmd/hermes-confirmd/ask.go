package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
)

// maxQuestion is how long a question may be: the longest text that is judged,
// and what is known about it, written as JSON.
const maxQuestion = 16 << 20

// ask answers the one question on standard input. It is done, one way or the
// other, within the time the question gives.
func ask(args []string, in io.Reader, out io.Writer) error {
	began := time.Now()
	if len(args) > 0 {
		return usagef("ask takes no words: %s", args[0])
	}
	// The wrapper keeps its end open until it has its answer: the question is a line.
	wrapper := bufio.NewReaderSize(in, 64<<10)
	text, err := bufio.NewReader(io.LimitReader(wrapper, maxQuestion+1)).ReadBytes('\n')
	switch {
	case err != nil && err != io.EOF:
		return fmt.Errorf("ask: read the question: %w", err)
	case len(text) > maxQuestion:
		return errors.New("ask: the question is too long")
	}
	q, err := approve.ReadQuestion(text)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	ctx, cancel := context.WithDeadline(context.Background(), began.Add(time.Duration(q.TimeoutS)*time.Second))
	defer cancel()
	answer := func(a approve.Answer) error { return writeAnswer(out, a) }
	switch q.Want {
	case approve.WantReview:
		return review(ctx, q, answer)
	case approve.WantConfirm:
		return confirmed(ctx, q, wrapper, answer)
	case approve.WantScreen:
		return screened(ctx, q, answer)
	}
	return fmt.Errorf("ask: want %q: there are %s, %s and %s", q.Want, approve.WantReview, approve.WantConfirm, approve.WantScreen)
}

// writeAnswer writes a line, in one piece.
func writeAnswer(out io.Writer, a approve.Answer) error {
	a.V = approve.AskVersion
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return err
	}
	if _, err := out.Write(line.Bytes()); err != nil {
		return fmt.Errorf("ask: write the answer: %w", err)
	}
	return nil
}
