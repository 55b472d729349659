//go:build !linux && !darwin

package supervisor

var _ = hermes_exec_runs_on_Linux_and_macOS_only
