//go:build !linux || (!amd64 && !arm64)

package guard

import (
	"errors"
	"runtime"
)

// Exists says whether this system has the guard.
const Exists = false

var errNone = errors.New("there is no kernel guard on " + runtime.GOOS + "/" + runtime.GOARCH)

// Install implements [supervisor.Guard].
func (g *Guard) Install() (listener int, err error) { return -1, errNone }

// Installer is a [supervisor.Installer].
func Installer(string) (listener int, err error) { return -1, errNone }

// Serve implements [supervisor.Guard].
func (g *Guard) Serve(int) (end func(), err error) { return nil, errNone }

// Guardian is for guards that judge execs.
func Guardian(func(orders []byte) *Guard) {}

// TakesRights reports whether the guard takes the command's way to more rights.
func TakesRights() bool { return false }

// RaisesRights reports whether who executes a file gets rights by that. It is
// not asked here.
func RaisesRights(string) bool { return false }

// Available reports why there is no guard here.
func Available() (listens bool, err error) { return false, errNone }

// ExecsAvailable reports why execs cannot be judged here.
func ExecsAvailable() error { return errNone }

func addThreads(pids []int, _ int) []int { return pids }

func (x *Execs) madeSince(string) bool { return false }
