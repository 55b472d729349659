package confirm

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// linkSigner signs the links that a notice carries. A link stands for the token,
// for one answer to one request until it expires; as a request is answered
// once, so is a link good once. Whoever submits a request never gets one.
type linkSigner struct{ key []byte }

func newLinkSigner(token string) linkSigner {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("links in notices"))
	return linkSigner{mac.Sum(nil)}
}

func (l linkSigner) mac(id, verb string, until int64) []byte {
	mac := hmac.New(sha256.New, l.key)
	fmt.Fprintf(mac, "%d:%s %s %d", len(id), id, verb, until)
	return mac.Sum(nil)
}

// link is the path that answers a request, verb being approve or deny.
func (l linkSigner) link(id, verb string, until time.Time) string {
	at := until.Unix()
	q := url.Values{"until": {strconv.FormatInt(at, 10)}, "sig": {hex.EncodeToString(l.mac(id, verb, at))}}
	return "/confirm/" + url.PathEscape(id) + "/" + verb + "?" + q.Encode()
}

// good reports whether a query is that of a link of ours that has not expired.
func (l linkSigner) good(id, verb string, q url.Values, now time.Time) bool {
	at, err := strconv.ParseInt(q.Get("until"), 10, 64)
	if err != nil {
		return false
	}
	sig, err := hex.DecodeString(q.Get("sig"))
	return err == nil && hmac.Equal(sig, l.mac(id, verb, at)) && now.Unix() < at
}

// Links are the addresses in a notice that approve and deny a request; they
// expire with it.
func (s *Server) Links(r *State) (approve, deny string) {
	until := time.Unix(int64(r.ExpiresAt)+1, 0)
	return s.links.link(r.ID, "approve", until), s.links.link(r.ID, "deny", until)
}
