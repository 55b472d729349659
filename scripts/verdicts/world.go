package main

import (
	"io/fs"
	"path"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Where the texts stand that say nothing else.
const (
	worldDir  = "/home/me/project"
	worldHome = "/home/me"

	agentPID   = "3999"  // an ancestor of the supervisor
	foreignPID = "77777" // nobody's here
)

// The processes of the world: a terminal in which an agent runs, its gateway and
// the confirmation daemon; a server that an earlier command of the agent has left
// running; and other people's.
var (
	host = []tiers.Process{
		{PID: 4000, PPID: 3999, PGID: 4000, SID: 1000, Name: "hermes-exec", Argv: []string{"hermes-exec", "-c", "x"}},
		{PID: 3999, PPID: 1000, PGID: 3990, SID: 1000, Name: "hermes-agent", Argv: []string{"python3", "-m", "hermes-agent"}, Ports: []int{8642}},
		{PID: 1000, PPID: 1, PGID: 1000, SID: 1000, Name: "tmux: server", Argv: []string{"tmux"}},
		{PID: 1, Name: "systemd", Argv: []string{"/sbin/init"}},
	}
	protect = []tiers.Process{
		{PID: 3500, PPID: 1, PGID: 3500, SID: 3500, Name: "hermes-gateway", Argv: []string{"python3", "-m", "hermes", "gateway"}, Ports: []int{8700}},
		{PID: 3600, PPID: 1, PGID: 3600, SID: 3600, Name: "hermes-confirmd", Argv: []string{"hermes-confirmd", "serve"}, Ports: []int{6000, 6080}},
	}
	others = []tiers.Process{
		{PID: 5001, PPID: 1, PGID: 5001, SID: 5001, Name: "node", Argv: []string{"node", "node_modules/.bin/vite"}, Ports: []int{5173}, Own: true},
		{PID: 6001, PPID: 1, PGID: 6001, SID: 6001, Name: "node", Argv: []string{"node", "/srv/shop/server.js"}, Ports: []int{3000}},
		{PID: 77777, PPID: 1, PGID: 77777, SID: 77777, Name: "nginx", Argv: []string{"nginx: master"}, Ports: []int{8080}},
		{PID: 2231, PPID: 1, PGID: 2231, SID: 2231, Name: "worker"}, // a number of nobody's is nobody to signal
		{PID: 2232, PPID: 1, PGID: 2231, SID: 2231, Name: "worker"},
		{PID: 4242, PPID: 1, PGID: 4242, SID: 4242, Name: "worker"},
		{PID: 12345, PPID: 1, PGID: 12345, SID: 12345, Name: "worker"},
	}
)

// files are those of the world, in its project or by their absolute path.
var worldFiles = map[string]string{
	"build.sh":  "#!/bin/sh\nset -e\nmkdir -p build\ncc -o build/app main.c\n",
	"clean.sh":  "#!/bin/bash\nrm -rf build \"$OUT/\"*\n",
	"deploy.sh": "#!/bin/bash\ngit push origin main\nkubectl apply -f k8s/\n",
	"stop.sh":   "#!/bin/bash\nkill $(cat dev.pid)\n",
	"wipe.sh":   "rm -rf /\n",
}

// facts are the world's for a text.
func facts(t *text) *tiers.Facts {
	f := &tiers.Facts{
		Dir:        worldDir,
		Home:       worldHome,
		Host:       host,
		Protect:    protect,
		Units:      []string{"hermes-gateway.service"},
		Containers: []string{"hermes-box"},
		Sessions:   []string{"work", "7"},
	}
	if t.Dir != "" {
		f.Dir = t.Dir
	}
	if t.Home != "" {
		f.Home = t.Home
	}
	f.Processes = append(append(append(f.Processes, host...), protect...), others...)
	f.PIDFiles = []tiers.PIDFile{
		{Path: path.Join(f.Dir, "dev.pid"), PIDs: []int{5001}},
		{Path: path.Join(f.Home, ".hermes", "gateway.pid"), PIDs: []int{3500}},
		{Path: "/run/nginx.pid", PIDs: []int{77777}},
	}
	return f
}

// script is the text as the world's shell would run it.
func script(t *text, f *tiers.Facts) *shellparse.Script {
	env := map[string]string{
		"HOME": f.Home, "USER": "me", "LOGNAME": "me", "PWD": f.Dir, "SHELL": "/bin/bash",
		"PATH": "/usr/local/bin:/usr/bin:/bin",
	}
	return shellparse.Parse(t.Cmd, shellparse.Options{
		Dir: f.Dir, Home: f.Home,
		Env: func(name string) (string, bool) { value, ok := env[name]; return value, ok },
		ReadFile: func(name string) (string, error) {
			if content, ok := worldFiles[path.Base(name)]; ok && path.Dir(name) == f.Dir {
				return content, nil
			}
			return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		},
	})
}
