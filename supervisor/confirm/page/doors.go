package page

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// How long a link lets somebody in, how long a session lasts that nobody uses,
// and how many there may be of each; the oldest make room.
const (
	codeTime    = 15 * time.Minute
	sessionTime = 12 * time.Hour
	maxCodes    = 64
	maxSessions = 64
)

// cookie is the name of the cookie.
const cookie = "hermes_page"

// doors knows who may come in. It forgets with the process: a restart signs
// everybody out.
//
// A session has two secrets. One is in its path, which the page's script keeps;
// the other in a cookie for that path alone. Cookies do not tell ports apart:
// one for the whole host would be sent to any other program's server on this
// machine that the person looks at, an agent's among them.
type doors struct {
	mu       sync.Mutex
	codes    map[[sha256.Size]byte]*code
	sessions map[string]*session // by the path's secret
}

type code struct {
	by   string
	made time.Time
}

type session struct {
	id     string
	secret [sha256.Size]byte // of the cookie
	by     string            // who answers
	seen   time.Time         // guarded by doors.mu
	ended  chan struct{}     // closed when it has ended
}

func newDoors() *doors {
	return &doors{codes: map[[sha256.Size]byte]*code{}, sessions: map[string]*session{}}
}

func random() string {
	var b [20]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// code makes a code that lets a person in once.
func (d *doors) code(by string) string {
	c := random()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tidy(time.Now())
	for len(d.codes) >= maxCodes {
		oldest := time.Now()
		var which [sha256.Size]byte
		for sum, c := range d.codes {
			if !c.made.After(oldest) {
				oldest, which = c.made, sum
			}
		}
		delete(d.codes, which)
	}
	d.codes[sha256.Sum256([]byte(c))] = &code{by, time.Now()}
	return c
}

// enter takes a code and makes a session, with the secret of its cookie; nil
// where the code is not good, or not any more.
func (d *doors) enter(text string) (*session, string) {
	sum, now := sha256.Sum256([]byte(text)), time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tidy(now)
	c := d.codes[sum]
	if c == nil {
		return nil, ""
	}
	delete(d.codes, sum)
	for len(d.sessions) >= maxSessions {
		var oldest *session
		for _, s := range d.sessions {
			if oldest == nil || s.seen.Before(oldest.seen) {
				oldest = s
			}
		}
		d.end(oldest)
	}
	secret := random()
	s := &session{id: random(), secret: sha256.Sum256([]byte(secret)), by: c.by, seen: now, ended: make(chan struct{})}
	d.sessions[s.id] = s
	return s, secret
}

// tidy drops what is too old. The lock is held.
func (d *doors) tidy(now time.Time) {
	for sum, c := range d.codes {
		if now.Sub(c.made) >= codeTime {
			delete(d.codes, sum)
		}
	}
	for _, s := range d.sessions {
		if now.Sub(s.seen) >= sessionTime {
			d.end(s)
		}
	}
}

// end ends a session. The lock is held.
func (d *doors) end(s *session) {
	if d.sessions[s.id] == s {
		delete(d.sessions, s.id)
		close(s.ended)
	}
}

// leave ends a session.
func (d *doors) leave(s *session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.end(s)
}

// find is the session that has both secrets; nil where there is none.
func (d *doors) find(id, secret string) *session {
	sum := sha256.Sum256([]byte(secret))
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tidy(time.Now())
	s := d.sessions[id]
	if s == nil || subtle.ConstantTimeCompare(sum[:], s.secret[:]) != 1 {
		return nil
	}
	s.seen = time.Now()
	return s
}

// signedIn is a handler for those who have a session, from a process that no
// supervisor stands above: what an agent has started sees nothing either.
func (p *Page) signedIn(answer func(http.ResponseWriter, *http.Request, *session) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		var s *session
		if c, err := r.Cookie(cookie); err == nil {
			s = p.doors.find(r.PathValue("session"), c.Value)
		}
		if s == nil {
			return confirm.Failf(http.StatusUnauthorized, "you are not signed in, or not any more: `hermes-confirmd page` prints a link")
		}
		if err := p.api.Outside(r); err != nil {
			return err
		}
		return answer(w, r, s)
	}
}

// signIn is POST /sign-in.
func (p *Page) signIn(w http.ResponseWriter, r *http.Request) error {
	var f struct{ Code string }
	if err := read(w, r, &f); err != nil {
		return err
	}
	if err := p.api.Outside(r); err != nil { // before the code is spent
		return err
	}
	s, secret := p.doors.enter(f.Code)
	if s == nil {
		return confirm.Failf(http.StatusForbidden, "this link was used already, or is older than %d minutes: `hermes-confirmd page` prints another", int(codeTime.Minutes()))
	}
	p.api.Log().Info("signed in to the page", "by", s.by, "from", r.RemoteAddr)
	path := "/s/" + s.id
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: secret, Path: path, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return write(w, map[string]string{"session": path})
}

// signOut is POST /s/…/sign-out.
func (p *Page) signOut(w http.ResponseWriter, _ *http.Request, s *session) error {
	p.doors.leave(s)
	p.api.Log().Info("signed out of the page", "by", s.by)
	http.SetCookie(w, &http.Cookie{Name: cookie, Path: "/s/" + s.id, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return write(w, map[string]string{"status": "signed out"})
}

// who is GET /s/…: whether the session lasts, and whose it is.
func (p *Page) who(w http.ResponseWriter, _ *http.Request, s *session) error {
	return write(w, map[string]string{"by": shown(s.by)})
}
