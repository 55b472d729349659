//go:build !nostatic

package main

import "github.com/hermes-exec/hermes-exec/supervisor"

// judged leaves the verdict as it is. Only tests of the kernel guard build
// this program otherwise.
func judged(a supervisor.Approver, _ settings) supervisor.Approver { return a }
