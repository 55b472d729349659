package page

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// What the page is told of a request.
func TestCard(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	id := d.submit(m{"action": "notify", "description": "tell", "requester": "bob", "details": m{"a": "text", "b": 1, "c": nil, "d": m{"e": "f"}}})
	get := func() (c card) {
		t.Helper()
		r := v.do("GET", v.path+"/request/"+id, "", nil)
		if err := json.Unmarshal([]byte(r.text), &c); err != nil || r.status != 200 {
			t.Fatalf("%d %s: %v", r.status, r.text, err)
		}
		return c
	}
	c := get()
	if got := fmt.Sprint(c.Fields); got != `[{why bob asks for it} {a text} {b 1} {c null} {d {"e":"f"}}]` || c.More != nil {
		t.Errorf("%s and %v", got, c.More)
	}
	if c.Escalates == nil || c.Escalates.Tier != tiers.High || c.Escalates.At <= c.Created || c.Escalates.At >= c.Expires || c.Resolved != 0 {
		t.Errorf("waiting: %+v goes up at %+v", c, c.Escalates)
	}
	d.resolve(id, "deny", "grace", "no")
	if c = get(); c.Escalates != nil || c.Resolved < c.Created || c.By != "grace" || c.Reason != "no" {
		t.Errorf("denied: %+v", c)
	}
	for _, tt := range []struct {
		action string
		tier   tiers.Tier
		keep   bool
	}{{"notify", tiers.Medium, true}, {"notify", tiers.High, true}, {"notify", tiers.Critical, false}, {"rotate_keys", tiers.Medium, false}} {
		s := d.state(id)
		s.Action, s.Tier = tt.action, tt.tier
		if c := d.page.card(s, false); c.Keep != tt.keep {
			t.Errorf("%+v: it may be kept: %v", tt, c.Keep)
		}
	}
}

// What waits is told at once, and then what changes, until the session ends.
func TestStream(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	first, second := d.submit(nil), d.submit(nil)
	if r := v.do("HEAD", v.path+"/events", "", nil); r.status != http.StatusMethodNotAllowed {
		t.Errorf("HEAD: %d", r.status)
	}
	resp, err := v.http.Get(v.base + v.path + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	next := func() (event string, data m) {
		t.Helper()
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				event = name
			} else if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &data); err != nil {
					t.Fatal(err)
				}
				return event, data
			}
		}
		return "end", nil
	}
	for i, tt := range []struct {
		do   func()
		want string
	}{
		{func() {}, "card " + first + " waiting"},
		{func() {}, "card " + second + " waiting"},
		{func() {}, "ready of 2"},
		{func() { d.resolve(first, "deny", "grace", "") }, "gone " + first + " waiting 1"},
		{func() { first = d.submit(nil) }, "card NEW waiting 2"},
		{func() { v.do("POST", v.path+"/sign-out", "{}", nil) }, "end"},
	} {
		tt.do()
		event, data := next()
		got := event
		switch {
		case event == "ready":
			got += fmt.Sprint(" of ", data["total"])
		case event != "end":
			got += fmt.Sprint(" ", data["id"], " waiting")
			if n, ok := data["waiting"]; ok {
				got += fmt.Sprint(" ", n)
			}
		}
		if want := strings.Replace(tt.want, "NEW", first, 1); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
	v = d.signedIn("ada")
	r := v.do("GET", v.path+"/pending", "", nil)
	if cards, _ := r.m["cards"].([]any); len(cards) != 2 || r.m["total"] != 2.0 {
		t.Errorf("%s", r.text)
	}
}

// A page of the history has so many, and says whether there are more; the counts
// are of them all, by the hour.
func TestHistoryServed(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	for n := range pageSize + 1 {
		d.submit(nil)
		if n < pageSize-1 {
			continue
		}
		r := v.do("GET", v.path+"/audit", "", nil)
		if entries, _ := r.m["entries"].([]any); len(entries) != pageSize || r.m["more"] != (n == pageSize) {
			t.Errorf("of %d: %d, more: %v", n+1, len(entries), r.m["more"])
		}
	}
	before := time.Now().Unix()
	r := v.do("GET", v.path+"/counts?tier=HIGH", "", nil)
	var c struct {
		Total int
		Hours []struct {
			At int64
			N  int
		}
	}
	if err := json.Unmarshal([]byte(r.text), &c); err != nil || c.Total != pageSize+1 || len(c.Hours) != hours {
		t.Fatalf("%s: %v", r.text, err)
	}
	sum := 0
	for i, h := range c.Hours {
		if sum += h.N; h.At%3600 != 0 || i > 0 && h.At != c.Hours[i-1].At+3600 {
			t.Errorf("hour %d is at %d", i, h.At)
		}
	}
	if last := c.Hours[hours-1].At; last+3600 <= before || last > time.Now().Unix() || sum != c.Total {
		t.Errorf("the last hour is at %d, now it is %d; %d in all", last, before, sum)
	}
	for _, path := range []string{"/audit", "/counts"} {
		if r := v.do("GET", v.path+path+"?tier=FROB", "", nil); r.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"": "  false 0 0 ", "text=a&status=denied&tier=HIGH": "a denied true 0 0 ", "tier=FROB": "tier: ",
		"since=0": "  false 0 0 ", "since=1.5": "  false 1500000 0 ", "since=1e11": "  false 100000000000000000 0 ", "before=2&id=x": "  false 0 2000000 x",
		"since=-1": "since \"-1\": ", "since=100000000001": "since \"100000000001\": ", "since=NaN": "since \"NaN\": ", "before=x": "before \"x\": ",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		micro := func(at time.Time) int64 {
			if at.IsZero() {
				return 0
			}
			return at.UnixMicro()
		}
		f, err := filter(q)
		got := fmt.Sprint(f.Text, " ", f.Status, " ", f.Tier != nil, " ", micro(f.Since), " ", micro(f.Before.At), " ", f.Before.ID)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// A link shows what is asked to who has it, and to nobody else.
func TestLinkServed(t *testing.T) {
	t.Parallel()
	d := start(t)
	id := d.submit(nil)
	approve, deny := d.api.Links(d.state(id))
	_, query, _ := strings.Cut(approve, "?")
	for path, want := range map[string]int{
		approve: 200, deny: 200, "/confirm/" + id + "/approve": 403, "/confirm/" + id + "/deny?" + query: 403,
	} {
		path = strings.Replace(path, "/confirm/", "/link/", 1)
		r := d.visitor().do("GET", path, "", nil)
		if now, _ := r.m["now"].(float64); r.status != want || (r.m["id"] == id) != (want == 200) || (now > 0) != (want == 200) {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	if r := d.visitor().do("POST", "/confirm/"+id+"/approve", "{}", nil); r.status != 403 {
		t.Errorf("unsigned: %d %s", r.status, r.text)
	}
}

func TestReachable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		at   net.Addr
		want string
	}{
		{&net.TCPAddr{IP: net.IPv4zero, Port: 80}, "127.0.0.1:80"}, {&net.TCPAddr{IP: net.IPv6unspecified, Port: 80}, "127.0.0.1:80"},
		{&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}, "10.0.0.1:80"}, {&net.TCPAddr{IP: net.IPv6loopback, Port: 80}, "[::1]:80"}, {&net.UnixAddr{Name: "/x"}, "/x"},
	} {
		if got := reachable(tt.at); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.at, got, tt.want)
		}
	}
	for name, want := range map[string]string{"a.js": "text/javascript; charset=utf-8", ".js": "application/octet-stream", "js": "application/octet-stream", "a.svg": "image/svg+xml"} {
		if got := contentType(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
