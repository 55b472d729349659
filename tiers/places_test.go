package tiers

import (
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// TestPlaces: the same work is judged alike wherever the project lies, among
// temporary files or in root's home.
func TestPlaces(t *testing.T) {
	places := []Facts{
		{Dir: "/work/project", Home: "/home/u"},
		{Dir: "/home/u/code", Home: "/home/u"},
		{Dir: "/root/code", Home: "/root"},
		{Dir: "/tmp/code", Home: "/home/u"},
		{Dir: "/srv/app", Home: "/root"},
	}
	for cmd, want := range map[string]string{
		"rm file.txt":                          Allow,
		"chmod +x script.sh":                   Allow,
		"tar -czf backup.tar.gz src/":          Allow,
		"unzip -o assets.zip -d assets":        Allow,
		"mv a b":                               Allow,
		"rm -rf dist build .cache":             Allow,
		"PATH=$PWD/bin:$PATH app":              Allow,
		"rsync -a --delete empty/ target/":     Ask,
		"rm -rf src":                           Ask,
		"chmod -R 777 .":                       Ask,
		"git clean -fdx":                       Ask,
		"PATH=/tmp/x:$PATH ls":                 Ask,
		"echo x > ~/.bashrc":                   Ask,
		"rm -rf ~":                             Block,
		"rm -rf ~/*":                           Block,
		"find . -name '*.js' -exec rm -rf / +": Block,
	} {
		for _, f := range places {
			s := shellparse.Parse(cmd, shellparse.Options{Dir: f.Dir, Home: f.Home, Env: func(name string) (string, bool) {
				return map[string]string{"HOME": f.Home, "PWD": f.Dir, "PATH": "/usr/bin"}[name], name == "HOME" || name == "PWD" || name == "PATH"
			}})
			if v := Judge(s, &f, Options{}); v.Decision != want {
				t.Errorf("in %s: %s: %s %v, want %s", f.Dir, cmd, v.Decision, v.Findings, want)
			}
		}
	}
	home := Facts{Dir: "/root", Home: "/root"}
	for _, cmd := range []string{"rm file.txt", "chmod +x script.sh", "mv a b", "unzip -o assets.zip -d assets"} {
		s := shellparse.Parse(cmd, shellparse.Options{Dir: home.Dir, Home: home.Home})
		if v := Judge(s, &home, Options{}); v.Decision != Allow {
			t.Errorf("in root's home: %s: %s %v", cmd, v.Decision, v.Findings)
		}
	}
}
