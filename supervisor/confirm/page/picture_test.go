package page

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
)

// What differs from one time to the next: clocks and countdowns.
var changing = regexp.MustCompile(`\d+:\d\d(:\d\d)?(.[AP]M)?|\b\d+( s\b| seconds)`)

// The README's pictures of the page are what it shows: page.txt has the words and
// the style they were made of. HERMES_EXEC_UPDATE=1 makes all three anew.
func TestPicture(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.size(900, 700)
	b.scheme("light")
	b.enter(d, "ada")
	for _, id := range furnish(d)[:2] {
		b.ready(id)
	}
	style, err := os.ReadFile("static/page.css")
	if err != nil {
		t.Fatal(err)
	}
	words := changing.ReplaceAllString(b.value(`document.querySelector("main").innerText`), "…")
	got := fmt.Sprintf("%s\nstyle: sha256 %x\n", words, sha256.Sum256(style))
	pictures := filepath.Join("..", "..", "..", "testdata", "pictures")
	if os.Getenv("HERMES_EXEC_UPDATE") == "" {
		want, err := os.ReadFile(filepath.Join(pictures, "page.txt"))
		if err != nil || string(want) != got {
			t.Errorf("the pictures are not of what the page shows; scripts/pictures makes them anew, look at them (%v):\n%s", err, got)
		}
		return
	}
	files := map[string][]byte{"page.txt": []byte(got)}
	for name, scheme := range map[string]string{"page.png": "light", "page-dark.png": "dark"} {
		b.scheme(scheme)
		if files[name], err = chromedp.Run(b.ctx, chromedp.CaptureScreenshot()); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(pictures, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
