package confirm

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Whatever a body holds, it is refused with a status of ours, or is a request
// that can be kept and shown.
func FuzzSubmission(f *testing.F) {
	for _, body := range []string{
		"", "{", "null", "[]", `{"action":"a","description":"b"}`, `{"action":"a","description":"b","details":{"x":[1,{}]},"timeout_seconds":1e9}`,
		`{"action":1}`, "{\"action\":\"\xff\"}", `{"action":"\u0000","description":"\ud800","kind":"command","tier":"HIGH"}`, `{"action":"a","action":"b","description":"c","details":null}`,
		`{"action":"a","description":"b","timeout_seconds":-0.0,"ends_with_requester":true}`,
	} {
		f.Add([]byte(body))
	}
	s := &Server{}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest("POST", "/confirm", bytes.NewReader(body))
		req, err := s.submission(httptest.NewRecorder(), r)
		if err != nil {
			var refused *failure
			if !errors.As(err, &refused) && !errors.As(err, new(*http.MaxBytesError)) || refused != nil && refused.status != 400 {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		var details map[string]any
		switch {
		case req.Action == "" || req.Description == "" || req.Requester == "":
			t.Errorf("%q: something is missing: %+v", body, req)
		case req.Timeout < minTimeout*time.Second || req.Timeout > maxTimeout*time.Second || req.Timeout%time.Second != 0:
			t.Errorf("%q: %v", body, req.Timeout)
		case req.Tier < tiers.Medium:
			t.Errorf("%q: %v", body, req.Tier)
		case json.Unmarshal(req.Details, &details) != nil || details == nil:
			t.Errorf("%q: details %s", body, req.Details)
		case !utf8.ValidString(req.Action + req.Description + req.Requester + req.Session):
			t.Errorf("%q: %+v", body, req)
		case req.Owner.PID != 0:
			t.Errorf("%q: an owner over nothing: %+v", body, req.Owner)
		}
	})
}
