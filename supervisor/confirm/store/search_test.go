package store

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestSearch(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "db"))
	base := time.UnixMicro(1_790_000_000_000_000) // 2026-09-21 14:13:20 UTC
	for i, change := range []func(*Request){
		func(r *Request) {},
		func(r *Request) { r.Action, r.Tier = "Push_it", tiers.Critical },
		func(r *Request) { r.Status, r.ResolvedBy, r.Reason = Denied, "Grace", `50% of "it"\n` },
		func(r *Request) { r.Description, r.Created = "\x00hidden", base.Add(time.Hour) },
		func(r *Request) { r.Requester, r.Session, r.Details = "", "s2", []byte("{}") },
	} {
		r := sample(fmt.Sprint("id", i))
		r.Created = base
		change(r)
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	critical, high := tiers.Critical, tiers.High
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "id3 id4 id2 id1 id0"},
		{Filter{Limit: 2}, "id3 id4"},
		{Filter{Before: Cursor{base.Add(time.Hour), "id3"}, Limit: 2}, "id4 id2"},
		{Filter{Before: Cursor{base, "id2"}}, "id1 id0"},
		{Filter{Text: "push_IT"}, "id1"},
		{Filter{Text: "h_i"}, "id1"},
		{Filter{Text: "%"}, "id2"},
		{Filter{Text: `\n`}, "id2"},
		{Filter{Text: "hidden"}, "id3"},
		{Filter{Text: "grace"}, "id2"},
		{Filter{Text: "timmy"}, "id3 id2 id1 id0"},
		{Filter{Text: `"version"`}, "id3 id2 id1 id0"},
		{Filter{Text: "id4"}, "id4"},
		{Filter{Text: "s2"}, "id4"},
		{Filter{Text: "' OR 1=1 --"}, ""},
		{Filter{Tier: &critical}, "id1"},
		{Filter{Tier: &high, Status: Denied}, "id2"},
		{Filter{Status: Expired}, ""},
		{Filter{Since: base.Add(time.Second)}, "id3"},
		{Filter{Since: base, Text: "deploy", Status: Pending, Tier: &high}, "id3 id4 id0"},
	} {
		if c.f.Limit == 0 {
			c.f.Limit = 100
		}
		list, err := s.Search(ctx, c.f)
		var ids []string
		for _, r := range list {
			ids = append(ids, r.ID)
			if !r.Sealed {
				t.Errorf("%s is not sealed", r.ID)
			}
		}
		if got := strings.Join(ids, " "); err != nil || got != c.want {
			t.Errorf("%+v: %s, want %s (%v)", c.f, got, c.want, err)
		}
		if c.f.Limit < 100 || c.f.Before.ID != "" {
			continue
		}
		counts, err := s.Count(ctx, c.f)
		if err != nil || counts.Total != len(list) {
			t.Errorf("%+v: %d are counted, %d found (%v)", c.f, counts.Total, len(list), err)
		}
	}
	counts, err := s.Count(ctx, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	hour := base.Unix() - base.Unix()%3600
	if want := (&Counts{5, map[string]int{"HIGH": 4, "CRITICAL": 1}, map[string]int{"pending": 4, "denied": 1}, map[int64]int{hour: 4, hour + 3600: 1}}); !reflect.DeepEqual(counts, want) {
		t.Errorf("%+v, want %+v", counts, want)
	}
}
