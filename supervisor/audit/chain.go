package audit

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The log is a chain: a record begins with its number and the SHA-256 of the
// line before it, and ends with a sum of its own. Whoever changes, drops or
// adds a line in the middle breaks the chain there; who is able to write the
// whole file anew, or to cut off its end, is not stopped by it.

const (
	head    = `{"v":1,"seq":`
	sumTail = `,"sum":"`

	sumSize = 16 // hex digits: it finds accidents, the chain the rest

	tornSuffix = ".torn" // beside the log, what crashes cut off

	// maxSize is when a log is rotated. Old ones are kept: they are records.
	maxSize = 16 << 20
)

// chain is the end of a log.
type chain struct {
	seq  uint64 // of the last record; 0: there is none
	prev string // SHA-256 of its line, without the newline, in hex; "" where there is none
}

// link is the line of the next record, whose own members are those of body, an
// object.
func (c *chain) link(body []byte) []byte {
	c.seq++
	line := fmt.Appendf(nil, `%s%d,"prev":"%s",%s`, head, c.seq, c.prev, body[1:len(body)-1])
	line = fmt.Appendf(line, `%s%s"}`, sumTail, hash(line)[:sumSize])
	c.prev = hash(line)
	return append(line, '\n')
}

func hash(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// seqOf is the number of a record, without a look at the rest.
func seqOf(line []byte) (uint64, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(head))
	digits, _, more := bytes.Cut(rest, []byte{','})
	if !ok || !more {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, err == nil
}

// lastLink finds where the chain goes on: after the last whole line of the
// file, or of the file that was rotated before it. torn is what stands behind
// that line, which a crash left.
func (l *Log) lastLink(f *os.File, size int64) (c chain, torn []byte, err error) {
	if size == 0 {
		c, err = l.rotatedLink()
		return c, nil, err
	}
	for block := int64(2048); ; block *= 8 {
		start := max(size-block, 0)
		tail := make([]byte, size-start)
		if _, err := f.ReadAt(tail, start); err != nil {
			return chain{}, nil, err
		}
		end := bytes.LastIndexByte(tail, '\n') + 1
		begin := bytes.LastIndexByte(tail[:max(end-1, 0)], '\n') + 1
		if start > 0 && begin == 0 { // the last whole line begins further up
			continue
		}
		if end == 0 {
			c, err = l.rotatedLink()
			return c, tail, err
		}
		line := tail[begin : end-1]
		if n, ok := seqOf(line); ok {
			return chain{n, hash(line)}, tail[end:], nil
		}
		whole := make([]byte, size) // a line that is not ours: it is counted as one
		if _, err := f.ReadAt(whole, 0); err != nil {
			return chain{}, nil, err
		}
		return endOf(whole), tail[end:], nil
	}
}

// endOf is the chain after the whole lines of a file.
func endOf(text []byte) (c chain) {
	for {
		line, rest, whole := bytes.Cut(text, []byte{'\n'})
		if !whole {
			return c
		}
		c.seq++
		if n, ok := seqOf(line); ok {
			c.seq = n
		}
		if bytes.IndexByte(rest, '\n') < 0 {
			c.prev = hash(line)
		}
		text = rest
	}
}

// rotatedLink is where the chain goes on in a new file.
func (l *Log) rotatedLink() (chain, error) {
	old, err := rotated(l.path)
	if err != nil || len(old) == 0 {
		return chain{}, err
	}
	text, err := os.ReadFile(old[len(old)-1])
	if err != nil {
		return chain{}, bare(err)
	}
	return endOf(text), nil
}

// rotatedName is the log's name once it ends with the record seq, see inChain.
func rotatedName(path string, seq uint64) string {
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%0*d%s", path[:len(path)-len(ext)], seqDigits, seq, ext)
}

// seqDigits is how many digits a rotated file has in its name, at least.
const seqDigits = 12

// rotated are the files that were the log before, oldest first.
func rotated(path string) ([]string, error) {
	ext := filepath.Ext(path)
	base := filepath.Base(path[:len(path)-len(ext)]) + "-"
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, bare(err)
	}
	var old []string
	for _, e := range entries {
		digits, ours := strings.CutPrefix(e.Name(), base)
		digits, ends := strings.CutSuffix(digits, ext)
		if ours && ends && len(digits) >= seqDigits && strings.Trim(digits, "0123456789") == "" {
			old = append(old, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	slices.SortFunc(old, inChain)
	return old, nil
}

// inChain compares the names of two rotated files: a number with more digits
// is the larger one.
func inChain(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// tornRecord is the record of a torn line that was kept aside.
func tornRecord(now time.Time, size int, path string) record {
	return record{
		header: header{Time: now.UTC(), Event: "torn"},
		torn:   &torn{Bytes: size, Kept: filepath.Base(path) + tornSuffix},
	}
}
