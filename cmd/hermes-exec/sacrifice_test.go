package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// sacrifice is a host that may be killed: `sacrifice CMD…` runs CMD as its
// child and says on standard output how it ended, if it still can. It stands in
// a session and process group of its own, so that a signal that a broken guard
// let through reaches it and nothing else of the machine. In CMD, @HOST@ is
// its pid and @FOREIGN@ that of a process that is nobody's ancestor.
//
// Its own exit status is not 0 where it did not live to the end.
func sacrifice() {
	if os.Getenv("SACRIFICE") == "" {
		os.Exit(sacrificed())
	}
	os.Unsetenv("SACRIFICE")
	argv := os.Args[1:]
	var foreign *exec.Cmd
	for i := range argv {
		argv[i] = strings.ReplaceAll(argv[i], "@HOST@", strconv.Itoa(os.Getpid()))
		if strings.Contains(argv[i], "@FOREIGN@") {
			if foreign == nil {
				foreign = exec.Command("sleep", "600")
				foreign.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
				if err := foreign.Start(); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
			}
			argv[i] = strings.ReplaceAll(argv[i], "@FOREIGN@", strconv.Itoa(foreign.Process.Pid))
		}
	}
	c := exec.Command(argv[0], argv[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	fmt.Printf("status: %s\n", ended(c.Run()))
	if foreign != nil {
		var w syscall.WaitStatus
		pid, err := 0, error(nil)
		for range 200 { // a signal that was sent takes its time on a busy machine
			if pid, err = syscall.Wait4(foreign.Process.Pid, &w, syscall.WNOHANG, nil); pid != 0 || err != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if pid == 0 && err == nil {
			fmt.Println("foreign: alive")
			foreign.Process.Kill()
			foreign.Wait()
		}
	}
	fmt.Println("host: alive")
	os.Exit(0)
}

// sacrificed starts the host in its own session and watches it.
func sacrificed() int {
	self, err := os.Executable()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	host := exec.Command(self, os.Args[1:]...)
	host.Args[0] = os.Args[0]
	host.Env = append(os.Environ(), "SACRIFICE=1")
	host.Stdin, host.Stdout, host.Stderr = os.Stdin, os.Stdout, os.Stderr
	host.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := host.Run(); err != nil {
		fmt.Printf("host: %s\n", ended(err))
		return 1
	}
	return 0
}
