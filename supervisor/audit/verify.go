package audit

import (
	"bytes"
	"fmt"
	"path/filepath"
)

// Checked is what [Verify] found.
type Checked struct {
	Files   int
	Records int
	First   uint64 // the number of the first record there is
	Last    uint64 // and of the last

	// Bytes of a last line that a crash cut off, and its number in the newest
	// file; the next writer keeps it aside.
	Torn     int
	TornLine int
}

// BadLine is the error of a log whose chain does not hold.
type BadLine struct {
	File   string // without its folder
	Number int
	Text   string // what is wrong with it
}

func (b *BadLine) Error() string { return fmt.Sprintf("%s:%d: %s", b.File, b.Number, b.Text) }

// Verify goes through the whole log of $HERMES_HOME. The error is a *[BadLine]
// that names the first line that is not as it was written, or not where.
func Verify(home string) (Checked, error) {
	r := NewReader(home, 0)
	defer r.Close()
	v := verifier{}
	if err := r.Read(v.line); err != nil {
		return v.Checked, err
	}
	if v.bad != nil {
		return v.Checked, v.bad
	}
	return v.Checked, nil
}

type verifier struct {
	Checked
	chain
	file string // of the line before
	bad  *BadLine
}

func (v *verifier) line(l Line) bool {
	if v.Torn > 0 && l.nth != v.Files { // only the last line of all may be that
		v.bad = &BadLine{filepath.Base(v.file), v.TornLine, "the line is cut off"}
		return false
	}
	v.file, v.Files = l.File, l.nth
	if v.Torn, v.TornLine = 0, 0; !l.Whole {
		v.Torn, v.TornLine = len(l.Text), l.Number
		return true
	}
	text := v.wrong(&l)
	if text == "" {
		return true
	}
	v.bad = &BadLine{filepath.Base(l.File), l.Number, text}
	return false
}

// wrong says what is wrong with the next line, "" for nothing.
func (v *verifier) wrong(l *Line) string {
	r, err := l.Parse()
	if err != nil {
		return err.Error()
	}
	i := bytes.LastIndex(l.Text, []byte(sumTail))
	if i < 0 || !bytes.HasPrefix(l.Text, []byte(head)) {
		return "not written by this program"
	}
	if want := sumTail + hash(l.Text[:i])[:sumSize] + `"}`; string(l.Text[i:]) != want {
		return "it was changed: its own sum does not fit"
	}
	switch first := v.Records == 0; {
	case first && r.Seq == 1 && r.Prev != "":
		return "record 1 names a line before it"
	case first:
		v.First = r.Seq
	case r.Seq != v.seq+1:
		return fmt.Sprintf("record %d stands where %d should be: lines are missing, or not in order", r.Seq, v.seq+1)
	case r.Prev != v.prev:
		return "the line before it is not the one it was written after"
	}
	v.Records++
	v.seq, v.Last, v.prev = r.Seq, r.Seq, hash(l.Text)
	return ""
}
