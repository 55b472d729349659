package confirm

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// counts are what /metrics tells, since the daemon started.
type counts struct {
	submitted, auto, limited, refused    atomic.Int64
	approved, denied, expired, cancelled atomic.Int64
	answerTime                           atomic.Int64 // ns from submission to a person's answer, summed
}

func (c *counts) resolved(r *store.Request) {
	switch r.Status {
	case store.Approved, store.Denied:
		c.answerTime.Add(int64(r.Resolved.Sub(r.Created)))
		if r.Status == store.Approved {
			c.approved.Add(1)
		} else {
			c.denied.Add(1)
		}
	case store.Expired:
		c.expired.Add(1)
	case store.Cancelled:
		c.cancelled.Add(1)
	}
}

// metrics is GET /metrics, in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) error {
	var b strings.Builder
	row := func(name, kind, help string, values ...any) { // label, value, label, value…
		fmt.Fprintf(&b, "# HELP hermes_confirmd_%s %s\n# TYPE hermes_confirmd_%s %s\n", name, help, name, kind)
		for i := 0; i < len(values); i += 2 {
			fmt.Fprintf(&b, "hermes_confirmd_%s%s %v\n", name, values[i], values[i+1])
		}
	}
	c := &s.counts
	row("submissions_total", "counter", "Requests submitted, by what became of the submission.",
		`{result="pending"}`, c.submitted.Load(), `{result="auto_approved"}`, c.auto.Load(), `{result="rate_limited"}`, c.limited.Load())
	row("resolved_total", "counter", "Requests resolved, by how.",
		`{status="approved"}`, c.approved.Load(), `{status="denied"}`, c.denied.Load(), `{status="expired"}`, c.expired.Load(), `{status="cancelled"}`, c.cancelled.Load())
	row("refused_total", "counter", "Attempts to approve, deny or whitelist that were refused.", "", c.refused.Load())
	row("answer_seconds_sum", "counter", "Time that people took to answer, summed.", "", time.Duration(c.answerTime.Load()).Seconds())
	row("answer_seconds_count", "counter", "Requests that people answered.", "", c.approved.Load()+c.denied.Load())
	row("pending", "gauge", "Requests that wait for an answer.", "", s.desk.waitingCount())
	row("event_listeners", "gauge", "Connections to /events.", "", s.events.count())
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	row("memory_bytes", "gauge", "Memory obtained from the system by the Go runtime.", "", m.Sys)
	row("goroutines", "gauge", "Goroutines.", "", runtime.NumGoroutine())
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, err := w.Write([]byte(b.String()))
	return err
}
