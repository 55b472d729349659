package confirm

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// The machine's daemon keeps the audit logs of all users: each can add to its own, and
// nobody change what is there.

// Limits on a line, in bytes, and on the time it may take to come.
const (
	maxLine  = 8 << 20
	lineTime = 5 * time.Second
	linesOf  = 4 // of one user at a time: what more come wait
)

// takeLines takes lines until the listener is closed, and ends when all that came are
// on record.
func (s *Server) takeLines(l net.Listener) {
	var taking sync.WaitGroup
	defer taking.Wait()
	for {
		c, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // too many descriptors: later
			time.Sleep(10 * time.Millisecond)
			continue
		}
		taking.Go(func() {
			defer c.Close()
			c.SetDeadline(time.Now().Add(lineTime))
			answer := "ok"
			if err := s.takeLine(c.(*net.UnixConn)); err != nil {
				s.log.Warn("a line for the audit log was not taken", "error", err)
				answer = strings.ReplaceAll(err.Error(), "\n", " ")
			}
			io.WriteString(c, answer+"\n")
		})
	}
}

// takeLine puts one line on record, for the user at the other end.
func (s *Server) takeLine(c *net.UnixConn) error {
	uid, err := peerUID(c)
	if err != nil {
		return err
	}
	slot, _ := s.takes.LoadOrStore(uid, make(chan struct{}, linesOf))
	slot.(chan struct{}) <- struct{}{}
	defer func() { <-slot.(chan struct{}) }()
	text, err := bufio.NewReader(io.LimitReader(c, maxLine)).ReadBytes('\n')
	if err != nil {
		return errors.New("no whole line came")
	}
	var line system.Line
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	return s.config.Record(uid, line)
}
