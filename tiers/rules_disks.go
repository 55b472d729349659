package tiers

import (
	"slices"
	"strings"
)

// disksRules guard disks, file systems and their tables.
var disksRules = []Rule{
	{
		ID: "disks.raw-write", Hardline: true, Tier: Critical,
		Why:   "writing raw to a block device destroys the file systems on it",
		Safer: "write an image file in the project: `truncate -s 1G disk.img`",
		Match: Match{Touches: changes, Path: func(c *call, t touch) bool { return !t.free && blockDevice(t.path) && c.name != "touch" }},
		Yes: []string{"dd if=/dev/zero of=/dev/sda bs=1M", "dd of=//dev/sda", "> /dev/nvme0n1", "printf x 1<> /dev/sda", "cat a | tee /dev/sdb", "cp disk.img /dev/sdb", "echo hi > /dev/vda1",
			"dd of=/dev/mmcblk0", "dd of=/dev/mapper/root", "curl -o /dev/sda x.example", "tee /dev/disk2 < x", "dd of=/dev/md0", "cat x > /dev/rdisk2", "install x /dev/sda", "cat x >| /dev/sda",
			"dd if=x of=/dev/zd0", "dd if=x of=/dev/root", "dd if=x of=/dev/vg0/root", "dd if=x of=/dev/sg0", "tar cf /dev/sda x", "tar -c -f/dev/sda x", "cpio -oO /dev/sda < x", "ln -s /dev/sda x; dd if=/dev/zero of=x", "mknod x b 8 0; cat y > x", "zstd -d x.zst -o /dev/sda -f", "shuf x -o /dev/sda", "ffmpeg -y -i x -f data /dev/sda", "fio --filename=/dev/sda --rw=write --name=x", "growisofs -Z /dev/sda=x", "go build -o /dev/sda .", "curl -so /dev/null --trace-ascii /dev/sda http://e", "git show --output /dev/sda HEAD:a", "gawk -o/dev/sda 1 x", "ed -s x <<< 'w /dev/sda'", "docker export -o /dev/sda c", "mysql --tee=/dev/sda -e 'select 1'", "sometool --output=/dev/sda", "sort -o /dev/sda x", "socat -u FILE:/dev/zero FILE:/dev/sda", "dc3dd wipe=/dev/sda", "ddrescue --force x /dev/sda"},
		No: []string{"ls -l /dev/sda", "dd if=/dev/sda of=disk.img", "echo x > /dev/null", "echo x > /dev/stderr", "cat < /dev/urandom", "echo 'dd of=/dev/sda'", "dd of=out.img", "echo > /dev/tty", "echo > /dev/tcp/localhost/80", "echo x > /dev/shm/x", "echo > /dev/pts/0", "tar cf x.tar .", "tar czf /tmp/x.tgz src", "zstd -d x.zst -o x", "ffmpeg -i /dev/video0 out.mkv", "fio --filename=/dev/sda --rw=read --name=x", "curl -o /dev/null http://e", "gawk -d x", "sometool -o /dev/stdout"},
	},
	{
		ID: "disks.raw-write-tool", Hardline: true, Tier: Critical,
		Why:   "writing raw to a block device, or formatting one, destroys the file systems on it",
		Safer: "work on an image file in the project: `truncate -s 1G disk.img`",
		Match: Match{Func: func(c *call, h *hit) bool {
			switch c.name {
			case "nwipe":
				return c.has("--autonuke") || len(c.ops) > 0
			case "diskutil":
				return len(c.ops) > 1 && slices.Contains([]string{"erasedisk", "partitiondisk", "zerodisk", "randomdisk", "secureerase", "reformat"}, strings.ToLower(c.ops[0].lit))
			}
			for _, a := range c.writtenDevices() {
				if t := c.target(a); !t.free && blockDevice(t.path) {
					h.target = t.path
					return true
				}
			}
			return false
		}},
		Yes: []string{"fallocate -z -l 1G /dev/sda", "qemu-img convert -O raw x.img /dev/sda", "qemu-img dd if=x of=/dev/sda", "partclone.ext4 -r -s x -o /dev/sda1", "bmaptool copy x /dev/sda", "flash_erase /dev/mtd0 0 0", "flashcp x /dev/mtd0", "badblocks -w /dev/sda",
			"badblocks -wsv /dev/sda", "nvme format /dev/nvme0n1", "nvme sanitize -a 2 /dev/nvme0", "hdparm --security-erase p /dev/sda", "hdparm --yes-i-know-what-i-am-doing --write-sector 0 /dev/sda", "cryptsetup luksFormat /dev/sda2", "cryptsetup -q luksFormat --type luks2 /dev/sda2", "sgdisk -Z /dev/sda", "sgdisk --zap-all /dev/sda", "parted -s /dev/sda mklabel gpt", "nwipe --autonuke --nogui", "diskutil eraseDisk JHFS+ X disk0", "sfdisk --delete /dev/sda", "sfdisk /dev/sda < table", "pvcreate -ff -y /dev/sda", "mdadm --zero-superblock /dev/sda"},
		No: []string{"sfdisk -l /dev/sda", "sfdisk -d /dev/sda", "pvcreate disk.img", "mdadm --detail /dev/md0", "qemu-img convert -O qcow2 x.img y.qcow2", "qemu-img convert /dev/sda x.img", "qemu-img info /dev/sda", "partclone.ext4 -c -s /dev/sda1 -o x.img", "badblocks /dev/sda", "nvme list", "nvme smart-log /dev/nvme0n1", "hdparm -I /dev/sda", "cryptsetup luksDump /dev/sda2", "cryptsetup luksFormat disk.img", "sgdisk -p /dev/sda", "parted -s /dev/sda print", "fallocate -l 1G x.img"},
	},
	{
		ID: "disks.device-unknown", Tier: High,
		Why:   "which device it writes to is not known before it runs: it may be a disk",
		Safer: "write an image file in the project: `truncate -s 1G disk.img`",
		Match: Match{Touches: changes, Path: func(c *call, t touch) bool {
			name, ok := strings.CutPrefix(t.path, "/dev/")
			if !ok {
				return t.path == "/dev"
			}
			return !strings.Contains(name, "/") && !notVolumes(name) && (strings.ContainsAny(name, "*?[") || t.listed || t.unset != "") && !blockDevice(t.path)
		}},
		Yes: []string{"find /dev -name 'sd*' -exec dd if=/dev/zero of={} \\;", `dd if=x of=/dev/$UNSET`, `cat x > "/dev/$(cat d)"`},
		No:  []string{"echo x > /dev/null", "echo x > /dev/tty", `echo x > /dev/fd/"$n"`},
	},
	{
		ID: "disks.device-node", Tier: High,
		Why:   "it makes a device file, through which a disk or the memory can be written",
		Safer: "mkfifo makes a pipe, truncate an image file",
		Match: Match{Programs: []string{"mknod"}, Func: func(c *call, h *hit) bool {
			return len(c.ops) > 2 && slices.Contains([]string{"b", "c", "u"}, c.ops[1].lit)
		}},
		Yes: []string{"mknod x b 8 0", "mknod -m 666 x c 1 1"},
		No:  []string{"mknod p p"},
	},
	{
		ID: "disks.make-file-system", Hardline: true, Tier: Critical,
		Why:   "making a file system, or wiping one's signatures, destroys what is on the device",
		Safer: "make it in an image file of the project: `truncate -s 1G disk.img`",
		Match: Match{Func: func(c *call, h *hit) bool {
			_, pool := c.sub("create", "add", "replace", "attach")
			if !formatter(c.name) && !(c.name == "zpool" && pool) || c.has("-n", "--no-act", "--help", "-V", "--version") && c.name != "mkswap" && !strings.HasPrefix(c.name, "newfs") || len(c.ops) == 0 {
				return false
			}
			if c.name == "wipefs" && !c.has("-a", "--all", "-o", "--offset") {
				return false // only lists
			}
			for _, a := range c.ops {
				t := c.target(a)
				if t.free || below(t.path, "/dev") || len(a.lit) > 4 && a.lit[:4] == "disk" && a.lit[4] >= '0' && a.lit[4] <= '9' {
					h.target = t.path
					return true
				}
			}
			return false
		}},
		Yes: []string{"mkfs.ext4 /dev/sda1", "mkfs -t ext4 /dev/sdb", "wipefs -a /dev/sda", "blkdiscard /dev/nvme0n1", "mkswap /dev/sda2", "mke2fs -F /dev/vda", `mkfs.xfs "$(cat d)"`, "newfs_apfs /dev/disk2", "sg_format -F /dev/sg0", "sg_sanitize /dev/sg1", "zpool create -f tank /dev/sda", "scrub /dev/sda"},
		No:  []string{"mkfs.ext4 disk.img", "wipefs /dev/sda", "mkfs.ext4 -n /dev/sda", "mkfs --help", "mkswap swapfile", "zpool status", "zpool create t disk.img"},
	},
	{
		ID: "disks.make-image", Tier: Medium,
		Why:   "it formats a file that may hold something",
		Safer: "let the person format it; `truncate -s 1G disk.img` makes a new one",
		Match: Match{Func: func(c *call, h *hit) bool { return formatter(c.name) && len(c.ops) > 0 && c.name != "wipefs" }},
		Yes:   []string{"mkfs.ext4 disk.img", "mkswap /swapfile"},
		No:    []string{"mkfs.ext4 --help"},
	},
	{
		ID: "disks.partition", Tier: Critical, Below: true,
		Why:   "changing a partition table makes the data on the disk unreachable",
		Safer: "list it: `lsblk`, `fdisk -l`, `parted /dev/sda print`",
		Match: Match{Programs: []string{"fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "cgdisk", "parted"}, None: []string{"-l", "--list", "-d", "--dump", "-s", "-p", "--print", "-i", "--info"}, Func: func(c *call, h *hit) bool {
			return len(c.ops) > 0 && !anyOperand(c.ops, []string{"print", "unit"})
		}},
		Yes: []string{"fdisk /dev/sda", "sfdisk /dev/sda", "sgdisk --zap-all /dev/sda", "parted /dev/sda rm 1"},
		No:  []string{"fdisk -l", "parted /dev/sda print", "sgdisk -p /dev/sda"},
	},
	{
		ID: "disks.partition-scripted", Tier: Critical, Below: true,
		Why: "changing a partition table makes the data on the disk unreachable",
		Match: Match{Programs: []string{"parted", "sgdisk", "sfdisk"}, Any: []string{"-s", "--script", "-z", "-Z", "-o", "--zap", "--zap-all", "--delete"}, Func: func(c *call, h *hit) bool {
			return len(c.ops) > 0 && !anyOperand(c.ops, []string{"print"})
		}},
		Yes: []string{"parted -s /dev/sda mklabel gpt", "sgdisk -Z /dev/sda"},
		No:  []string{"parted -s /dev/sda print"},
	},
	{
		ID: "disks.volumes", Tier: Critical, Below: true,
		Why:   "removing or shrinking a volume, a pool, an array or a dataset loses what it holds",
		Safer: "list them: `lvs`, `zpool status`, `zfs list`, `mdadm --detail /dev/md0`",
		Match: Match{Programs: []string{"lvremove", "vgremove", "pvremove", "lvreduce", "vgreduce", "dmsetup", "zpool", "zfs", "btrfs", "mdadm", "cryptsetup", "lvm", "diskutil", "nvme", "hdparm", "asr", "vgcreate", "pvcreate", "badblocks"}, Func: volumeChange},
		Yes: []string{"lvremove -f vg/root", "zpool create t disk.img", "zpool destroy tank", "zfs destroy -r tank/home", "zfs set readonly=on t", "btrfs balance start /", "mdadm --zero-superblock /dev/sda1", "cryptsetup luksFormat /dev/sda2", "cryptsetup erase /dev/sda", "btrfs subvolume delete /snap", "diskutil eraseDisk JHFS+ x disk2",
			"badblocks -n /dev/sda", "nvme format /dev/nvme0n1", "hdparm --security-erase p /dev/sda", "badblocks -w /dev/sda"},
		No: []string{"zfs list", "zpool status", "mdadm --detail /dev/md0", "diskutil list", "nvme list", "hdparm -I /dev/sda", "btrfs filesystem df /"},
	},
	{
		ID: "disks.file-system-tools", Tier: High,
		Why:   "it changes a file system in place",
		Safer: "check it only, with -n",
		Match: Match{Programs: []string{"tune2fs", "resize2fs", "e2fsck", "fsck", "xfs_repair", "debugfs", "swapoff", "losetup", "partprobe", "fstrim", "lvresize", "lvextend", "lvcreate", "pvmove", "pvresize", "lvchange", "vgchange", "lvrename", "vgrename", "lvconvert", "e2label", "xfs_growfs", "xfs_admin", "growpart", "ntfsfix", "partclone.restore", "partimage"}, None: []string{"-n", "-l", "--list", "-N"}, Func: func(c *call, h *hit) bool {
			return len(c.ops) > 0 && !(c.name == "e2label" && len(c.ops) == 1) || c.name == "swapoff" && c.has("-a", "--all")
		}},
		Yes: []string{"tune2fs -O ^has_journal /dev/sda1", "fsck -y /dev/sda1", "swapoff /dev/sda2", "swapoff -a", "pvmove /dev/sda1", "e2label /dev/sda1 x", "resize2fs /dev/sda1"},
		No:  []string{"tune2fs -l /dev/sda1", "fsck -n /dev/sda1", "losetup -l", "losetup"},
	},
	{
		ID: "disks.mount", Tier: High, Below: true,
		Why:   "it changes which file systems the machine sees, and where",
		Safer: "list them with `mount` or `findmnt`",
		Match: Match{Programs: []string{"mount", "umount", "swapon", "hdiutil", "mount.nfs", "mount.cifs"}, Func: func(c *call, h *hit) bool {
			if c.name == "hdiutil" {
				return anyOperand(c.ops, []string{"erase*", "burn", "resize", "partition"})
			}
			return len(c.ops) > 0 || c.has("-a", "--all", "-o", "--options")
		}},
		Yes: []string{"umount -l /mnt", "mount /dev/sda1 /mnt", "mount -o remount,rw /", "umount -a"},
		No:  []string{"mount", "mount -l", "hdiutil info"},
	},
}

// writtenDevices are the operands and values that a tool for disks writes raw,
// or formats: those of its manual page.
func (c *call) writtenDevices() (written []arg) {
	last := c.ops[max(len(c.ops)-1, 0):]
	switch {
	case c.name == "fallocate", c.name == "flash_erase", c.name == "flash_eraseall", c.name == "nandwrite", c.name == "mtd_debug":
		return c.ops
	case c.name == "flashcp", c.name == "bmaptool" && anyOperand(c.ops, []string{"copy"}), c.name == "qemu-img" && anyOperand(c.ops, []string{"convert"}):
		return last
	case c.name == "qemu-img" && anyOperand(c.ops, []string{"dd"}):
		for _, a := range c.ops {
			if strings.HasPrefix(a.lit, "of=") {
				written = append(written, a.after(len("of=")))
			}
		}
		return written
	case strings.HasPrefix(c.name, "partclone"):
		for i, a := range c.args { // its options are not those of a grammar that is known here
			if slices.Contains([]string{"-o", "-O", "--output", "--overwrite"}, a.lit) && i+1 < len(c.args) {
				written = append(written, c.args[i+1])
			}
		}
		return written
	case c.name == "badblocks" && c.has("-w"), c.name == "sgdisk" && c.has("-Z", "-z", "--zap-all", "--zap"),
		c.name == "nvme" && anyOperand(c.ops, []string{"format", "sanitize", "write", "write-zeroes", "write-uncor"}),
		c.name == "hdparm" && c.has("--security-erase", "--security-erase-enhanced", "--write-sector", "--trim-sector-ranges", "--make-bad-sector"),
		c.name == "cryptsetup" && anyOperand(c.ops, []string{"luksFormat", "erase", "luksErase"}),
		c.name == "sfdisk" && c.has("--delete", "--wipe", "-w"), c.name == "sfdisk" && c.HasIn && !c.has("-l", "--list", "-d", "--dump", "-V", "--verify", "-n", "--no-act", "-J", "--json"),
		c.name == "pvcreate" && !c.has("-t", "--test"), c.name == "mdadm" && c.has("--zero-superblock"),
		c.name == "parted" && anyOperand(c.ops, []string{"mklabel", "mktable"}):
		return c.args
	}
	return nil
}

func formatter(name string) bool {
	switch name {
	case "mkfs", "mke2fs", "mkswap", "newfs", "wipefs", "blkdiscard", "mkdosfs", "mkntfs", "sg_format", "sg_sanitize", "mkudffs", "scrub":
		return true
	}
	return strings.HasPrefix(name, "mkfs.") || strings.HasPrefix(name, "newfs_") || strings.HasPrefix(name, "mkfs_")
}

// volumeChange knows the destroying verbs of volume managers.
func volumeChange(c *call, h *hit) bool {
	switch c.name {
	case "zpool", "zfs", "btrfs", "dmsetup", "lvm":
		return anyOperand(c.ops, []string{"destroy", "rollback", "labelclear", "remove", "remove_all", "wipe_table", "lvremove", "vgremove", "pvremove", "delete", "split", "offline", "detach", "export"}) ||
			c.name == "zpool" && anyOperand(c.ops, []string{"create", "add", "replace", "attach", "initialize", "trim", "clear", "reguid", "upgrade"}) ||
			c.name == "btrfs" && anyOperand(c.ops, []string{"replace", "check", "balance", "resize", "device"}) && !anyOperand(c.ops, []string{"status", "stats", "usage"}) ||
			c.name == "zfs" && anyOperand(c.ops, []string{"set", "inherit", "rename", "promote", "receive", "recv", "unmount", "mount", "load-key", "unload-key"})
	case "mdadm":
		return c.has("--zero-superblock", "--stop", "-S", "--fail", "--remove", "-f", "-r", "--create", "-C")
	case "cryptsetup":
		return anyOperand(c.ops, []string{"luksFormat", "erase", "luksErase", "reencrypt", "luksKillSlot", "luksRemoveKey", "luksAddKey", "luksHeaderRestore", "close", "luksClose", "remove", "resize", "luksSuspend"})
	case "diskutil":
		return len(c.ops) > 0 && (wordIs(strings.ToLower(c.ops[0].lit), "erase*") || wordIs(strings.ToLower(c.ops[0].lit), "*delete*") || slices.Contains([]string{"partitiondisk", "zerodisk", "randomdisk", "secureerase", "reformat", "splitpartition", "mergepartitions"}, strings.ToLower(c.ops[0].lit))) ||
			anyOperand(c.ops, []string{"deleteContainer", "deleteVolume", "eraseVolume"})
	case "nvme":
		return anyOperand(c.ops, []string{"format", "sanitize", "write*", "delete-ns", "reset"})
	case "hdparm":
		return c.has("--security-erase", "--security-erase-enhanced", "--security-set-pass", "--write-sector", "--trim-sector-ranges", "--yes-i-know-what-i-am-doing", "--make-bad-sector", "-S", "-y", "-Y", "-W", "-B")
	case "badblocks":
		return c.has("-w", "-n")
	}
	return len(c.ops) > 0
}
