package notify

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Path is below which the daemon answers what services send by themselves:
// Path + "discord" and Path + "slack". Nothing there takes a token: what comes
// must be signed by the service. It is what a tunnel from the internet to this
// machine should let through, and all it should.
const Path = "/notify/"

// maxPressed is how long a pressed button's report may be: it may carry the
// message it was below.
const maxPressed = 256 << 10

// signedFor is how old a signed report may be, or how far in the future: who
// has seen one cannot send it again later.
const signedFor = 5 * time.Minute

// unsignedTime is how often it is said that something came unsigned: anybody can
// send that.
const unsignedTime = time.Minute

// endpoint is a service that reports by itself what is pressed.
type endpoint interface {
	Service
	path() string // below [Path]

	// signed reports whether a report is this one's, and not of late.
	signed(h http.Header, body []byte, now time.Time) bool

	// pressed takes a report and gives the answer to it, nil for none.
	pressed(ctx context.Context, n *Notices, body []byte) any
}

// ServeHTTP implements [http.Handler], for what is below [Path].
func (n *Notices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, there := strings.CutPrefix(r.URL.Path, Path)
	var here []endpoint
	for _, c := range n.all {
		if e, ok := c.Service.(endpoint); ok && there && e.path() == name {
			here = append(here, e)
		}
	}
	switch {
	case len(here) == 0:
		http.Error(w, "there is nothing here", http.StatusNotFound)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "POST is answered here", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPressed))
	if err != nil {
		http.Error(w, "the body could not be read", http.StatusBadRequest)
		return
	}
	for _, e := range here {
		if e.signed(r.Header, body, time.Now()) {
			reply(w, e.pressed(r.Context(), n, body))
			return
		}
	}
	if last := n.unsigned.Load(); time.Now().Unix()-last >= int64(unsignedTime/time.Second) && n.unsigned.CompareAndSwap(last, time.Now().Unix()) {
		n.log.Warn("a report without a good signature", "path", r.URL.Path)
	}
	http.Error(w, "the signature is not good", http.StatusUnauthorized)
}

func (n *Notices) anyOf(is func(Service) bool) bool {
	return slices.ContainsFunc(n.all, func(c *channel) bool { return is(c.Service) })
}

func reply(w http.ResponseWriter, v any) {
	if v == nil {
		w.WriteHeader(http.StatusOK)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // nobody to tell of an error
}

// timely reports whether a time in Unix seconds is about now.
func timely(text string, now time.Time) bool {
	at, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return false
	}
	off := now.Unix() - at
	return off <= int64(signedFor/time.Second) && off >= -int64(signedFor/time.Second)
}
