package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Webhook is a program elsewhere, which is sent each notice as JSON. It is sent
// as Standard Webhooks lays down, so that a library of theirs can check it: the
// header webhook-signature is "v1," and the base64 of an HMAC-SHA256 of
// webhook-id.webhook-timestamp.body under Secret.
type Webhook struct {
	URL    string
	Secret string // whsec_ and base64, or as it is
	Links  string // where the daemon is reached; "": nowhere
}

// minSecret is how short a secret may be.
const minSecret = 16

// Key implements [Service]. An address can be as good as a password.
func (w *Webhook) Key() string {
	sum := sha256.Sum256([]byte(w.URL))
	return "webhook " + hex.EncodeToString(sum[:4])
}

func (w *Webhook) check() error {
	key, err := w.key()
	switch {
	case w.URL == "":
		return errors.New("it has no address")
	case !strings.HasPrefix(w.URL, "http://") && !strings.HasPrefix(w.URL, "https://"):
		return errors.New("its address is none: http:// or https://")
	case err != nil:
		return errors.New("its secret begins with whsec_, and what follows is no base64")
	case len(key) < minSecret:
		return errors.New("its secret is too short: 16 characters at least")
	}
	return nil
}

func (w *Webhook) key() ([]byte, error) {
	if text, ok := strings.CutPrefix(w.Secret, "whsec_"); ok {
		return base64.StdEncoding.DecodeString(text)
	}
	return []byte(w.Secret), nil
}

// What a webhook is sent.
type hookEvent struct {
	Type      string    `json:"type"` // confirmation.pending, confirmation.resolved, confirmation.test
	Timestamp time.Time `json:"timestamp"`
	Data      hookData  `json:"data"`
}

type hookData struct {
	ID         string            `json:"id,omitempty"`
	Status     string            `json:"status,omitempty"`
	Tier       tiers.Tier        `json:"tier"`
	Title      string            `json:"title"`
	Command    string            `json:"command"` // in rows with a gutter
	Fields     map[string]string `json:"fields,omitempty"`
	ExpiresAt  time.Time         `json:"expires_at,omitzero"`
	ResolvedBy string            `json:"resolved_by,omitempty"`
	Reason     string            `json:"reason,omitempty"`
	ApproveURL string            `json:"approve_url,omitempty"` // a page
	DenyURL    string            `json:"deny_url,omitempty"`
}

// The messages of a request, by which a receiver knows one that comes twice.
const (
	hookPending  = "pending"
	hookResolved = "resolved"
	hookTest     = "test"
)

func (w *Webhook) send(ctx context.Context, n *Notice) (string, bool, error) {
	kind := hookPending
	if n.ID == "" {
		kind = hookTest
	}
	return "-", true, w.post(ctx, n, kind)
}

func (w *Webhook) update(ctx context.Context, _ string, n *Notice, _ bool) error {
	return w.post(ctx, n, hookResolved)
}

func (w *Webhook) post(ctx context.Context, n *Notice, kind string) error {
	now := time.Now()
	e := hookEvent{"confirmation." + kind, now.UTC(), hookData{
		ID: n.ID, Status: n.Status, Tier: n.Tier, Title: n.title(), Command: n.Command, ExpiresAt: n.Ends.UTC(), ResolvedBy: n.By, Reason: n.Reason,
	}}
	if len(n.Fields) > 0 {
		e.Data.Fields = map[string]string{}
	}
	for _, f := range n.Fields {
		e.Data.Fields[f.Label] = f.Text
	}
	for _, b := range n.buttons(false, w.Links, &page{whole: true}, false) {
		if b.good {
			e.Data.ApproveURL = b.link
		} else {
			e.Data.DenyURL = b.link
		}
	}
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	id := "msg_" + n.ID + "_" + kind
	if n.ID == "" {
		id = "msg_test_" + strconv.FormatInt(now.UnixNano(), 36)
	}
	key, err := w.key()
	if err != nil {
		return err
	}
	at := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	a, err := post(ctx, http.MethodPost, w.URL, map[string]string{
		"webhook-id": id, "webhook-timestamp": at, "webhook-signature": "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)),
	}, body)
	if err != nil {
		return err
	}
	return a.wrong("")
}
