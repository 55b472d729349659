package procs

// fromKernel reads the cgroups and mounts of a process. What cannot be read
// names nothing.
func (p *Place) fromKernel(pid int) {
	if b, err := read(procPath(pid, "cgroup"), nil); err == nil {
		p.fromCgroup(string(b))
	}
	if b, err := read(procPath(pid, "mountinfo"), nil); err == nil {
		p.fromMounts(string(b))
	}
}
