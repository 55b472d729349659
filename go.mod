module github.com/hermes-exec/hermes-exec

go 1.26.0

require (
	github.com/creack/pty v1.1.24 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/tools v0.38.0 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
