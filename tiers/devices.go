package tiers

import (
	"strings"
)

// blockDevice reports whether the path is, or may be, a disk or a part of one,
// or memory of the machine. Names of Linux's devices.txt and of macOS.
func blockDevice(p string) bool {
	name, ok := strings.CutPrefix(p, "/dev/")
	if !ok {
		return false
	}
	for _, d := range [...]string{
		"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "md", "dm-", "loop", "nbd", "zram", "ram", "sr", "pmem", "bcache", "drbd", "rbd", "dasd",
		"disk", "rdisk", "mapper/", "disk/", "block/", "mtdblock", "mtd", "ubi", "zvol/", "zd", "sg",
	} {
		if rest, ok := strings.CutPrefix(name, d); ok && rest != "" && (len(d) > 2 || isDiskName(d, rest)) {
			return name != "mapper/control"
		}
	}
	switch name {
	case "mem", "kmem", "port", "nvram", "root":
		return true
	}
	dir, volume, ok := strings.Cut(name, "/")
	return ok && volume != "" && !notVolumes(dir) // a logical volume: /dev/GROUP/NAME
}

// notVolumes lists the folders of /dev that hold no disks.
func notVolumes(dir string) bool {
	switch dir {
	case "shm", "pts", "fd", "input", "net", "snd", "dri", "bus", "char", "vfio", "mqueue", "hugepages", "usb", "cpu", "infiniband", "serial", "tcp", "udp", "bsg", "dma_heap", "v4l", "media":
		return true
	}
	return false
}

// isDiskName keeps short prefixes from taking other devices: sda, vda1 and
// md0 are disks, vdpa and srandom are not.
func isDiskName(prefix, rest string) bool {
	switch prefix {
	case "md", "sr", "zd", "sg":
		return rest[0] >= '0' && rest[0] <= '9' || strings.ContainsAny(rest, "*?[") || strings.HasPrefix(rest, "/")
	}
	rest = strings.TrimRight(rest, "0123456789")
	return len(rest) >= 1 && len(rest) <= 2 || strings.ContainsAny(rest, "*?[")
}
