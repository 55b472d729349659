package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/page"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// readyTime is how long a daemon in the background has to begin to answer.
const readyTime = 20 * time.Second

// serve runs the daemon until it is told to end.
func serve(args []string) error {
	c := confirm.Config{Home: home()}
	var port, uiPort, ready int
	var background, machine bool
	fs := newFlags()
	fs.StringVar(&c.Host, "host", orElse(os.Getenv("CONFIRMATION_HOST"), confirm.DefaultHost), "")
	fs.IntVar(&port, "port", confirm.DefaultPort, "")
	fs.IntVar(&uiPort, "ui-port", page.DefaultPort, "")
	fs.StringVar(&c.DBPath, "db-path", "", "")
	fs.IntVar(&c.RateLimit, "rate-limit", confirm.DefaultRateLimit, "")
	fs.BoolVar(&background, "background", false, "")
	fs.BoolVar(&machine, "system", false, "")
	fs.IntVar(&ready, "ready-fd", 0, "") // --background's own
	for _, e := range [...]struct{ name, flag string }{{"CONFIRMATION_PORT", "port"}, {"CONFIRMATION_UI_PORT", "ui-port"}, {"CONFIRMATION_RATE_LIMIT", "rate-limit"}} {
		if v := os.Getenv(e.name); v != "" {
			if err := fs.Set(e.flag, v); err != nil {
				return usagef("serve: %s=%s: %v", e.name, v, err)
			}
		}
	}
	if err := parse(fs, "serve", args, 0, 0); err != nil {
		return err
	}
	switch {
	case port < 0 || port > 65535:
		return usagef("serve: --port %d: a port is at most 65535; 0 takes a free one", port)
	case uiPort < 0 || uiPort > 65535:
		return usagef("serve: --ui-port %d: a port is at most 65535; 0 does without the page", uiPort)
	case c.RateLimit < 1:
		return usagef("serve: --rate-limit %d: at least 1", c.RateLimit)
	}
	// What an agent has started answers to the agent.
	if err := confirm.Outsider(); err != nil {
		return fmt.Errorf("serve: the daemon must be started outside of hermes-exec: %w", err)
	}
	switch {
	case machine && background:
		return usagef("serve: --system is started by systemd: hermes-confirmd install --system")
	case machine:
		c.Home, c.Record = system.Home, recorder()
	case background:
		return serveBehind(args)
	}
	return serveHere(c, port, uiPort, ready)
}

func serveHere(c confirm.Config, port, uiPort, ready int) error {
	level := slog.LevelInfo
	if ready > 0 {
		level = slog.LevelWarn // nobody reads along
	}
	if err := screening(&c); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	c.Version = supervisor.Version()
	c.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	passed, err := confirm.Passed(os.Getenv)
	if err != nil {
		return err
	}
	told, desk, err := notices(&c)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	c.Pressed = told
	s, err := confirm.Open(c)
	if err != nil {
		var held *lock.HeldError
		if errors.As(err, &held) {
			return fmt.Errorf("serve: a daemon is running for %s already (pid %d)", c.Home, held.PID)
		}
		return fmt.Errorf("serve: %w", err)
	}
	listeners := passed
	if len(passed) == 0 {
		if listeners, err = s.Listen(c.Host, port); err != nil {
			return errors.Join(fmt.Errorf("serve: %w", err), s.Close())
		}
	}
	ui, err := openPage(s, c.Host, uiPort)
	if err != nil {
		for _, l := range listeners {
			l.Close()
		}
		return errors.Join(fmt.Errorf("serve: %w", err), s.Close())
	}
	desk.links = s.Links
	tell(listeners, c.Home, ready)
	if ready == 0 {
		if ui != nil {
			tellPage(ui.Link(me()))
		}
		if list := told.Told(); len(list) > 0 {
			fmt.Printf("  people are told by %s\n", approve.Visible(strings.Join(list, ", ")))
		}
	}
	var telling sync.WaitGroup
	telling.Go(func() { told.Run(ctx) })
	err = s.Serve(ctx, listeners...)
	stop()
	telling.Wait()
	return errors.Join(err, s.Close())
}

// tell says where the daemon answers: to who waits on a descriptor, else to the
// person who started it.
func tell(listeners []net.Listener, home string, ready int) {
	var at []string
	for _, l := range listeners {
		if l.Addr().Network() == "unix" {
			at = append(at, confirm.SocketPath(home))
			continue
		}
		at = append(at, "http://"+l.Addr().String())
	}
	if ready > 0 {
		f := os.NewFile(uintptr(ready), "ready")
		fmt.Fprintln(f, strings.Join(at, " "))
		f.Close()
		return
	}
	fmt.Printf("hermes-confirmd: answering on %s\n", strings.Join(at, " and "))
	fmt.Println("  `hermes-confirmd watch` in another terminal shows what is asked, and takes the answers")
}

// serveBehind starts the daemon in a session of its own, and waits until it
// answers or has said why it does not.
func serveBehind(args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := openLog()
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	defer log.Close()
	began, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	from, to, err := os.Pipe()
	if err != nil {
		return err
	}
	defer from.Close()
	c := exec.Command(self, append(append([]string{"serve"}, without(args, "background")...), "--ready-fd", "3")...)
	c.Args[0] = "hermes-confirmd"
	c.Dir = "/"
	c.Stdout, c.Stderr, c.ExtraFiles = log, log, []*os.File{to}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = c.Start()
	to.Close()
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	from.SetReadDeadline(time.Now().Add(readyTime))
	at, err := bufio.NewReader(from).ReadString('\n')
	if err == nil {
		fmt.Printf("hermes-confirmd: answering on %s, pid %d\n", strings.ReplaceAll(strings.TrimSpace(at), " ", " and "), c.Process.Pid)
		ctx, cancel := callContext()
		defer cancel()
		if link, err := pageLink(ctx, me()); err == nil {
			tellPage(link)
		}
		return c.Process.Release()
	}
	c.Process.Kill()
	c.Wait()
	said, _ := os.ReadFile(log.Name())
	return fmt.Errorf("serve: it did not come up: %s", strings.TrimSpace(string(said[min(began, int64(len(said))):])))
}

// openLog opens what a daemon in the background writes to.
func openLog() (*os.File, error) {
	dir := confirm.LockDir(home())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(dir, "confirmd.log"), os.O_CREATE|os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
}

// without drops a flag that is true or false. The path among the others is made
// absolute: the daemon's own folder is /.
func without(args []string, name string) []string {
	var rest []string
	for i, a := range args {
		flag := strings.TrimLeft(a, "-")
		if a != flag && (flag == name || strings.HasPrefix(flag, name+"=")) {
			continue
		}
		path, isPath := strings.CutPrefix(flag, "db-path=")
		switch {
		case isPath && a != flag:
			a = "--db-path=" + absolute(path)
		case i > 0 && strings.TrimLeft(args[i-1], "-") == "db-path":
			a = absolute(a)
		}
		rest = append(rest, a)
	}
	return rest
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func orElse(v, fallback string) string {
	if v == "" {
		return fallback
	}
	return v
}
