package tiers

import (
	"slices"
	"strings"
)

// Where data comes from and where it goes: from secrets to the network, from
// the network to a file that is run.

// sends reports whether an HTTP client sends more than a request to read.
func sends(c *call) bool {
	switch c.name {
	case "curl", "curlie":
		if o, ok := c.option("-X", "--request"); ok {
			switch strings.ToUpper(o.value.lit) {
			case "GET", "HEAD", "OPTIONS":
				return c.has("-T", "--upload-file")
			}
			return true
		}
		if c.has("-G", "--get") {
			return false
		}
		return c.has("-d", "--data", "--data-binary", "--data-raw", "--data-ascii", "--data-urlencode", "--json", "-F", "--form", "--form-string", "-T", "--upload-file", "--mail-from", "-Q", "--quote")
	case "wget":
		if o, ok := c.option("--method"); ok {
			return !strings.EqualFold(o.value.lit, "GET") && !strings.EqualFold(o.value.lit, "HEAD")
		}
		return c.has("--post-data", "--post-file", "--body-data", "--body-file")
	case "http", "https", "xh", "httpie":
		for i, a := range c.ops {
			if i == 0 && slices.Contains([]string{"POST", "PUT", "PATCH", "DELETE"}, strings.ToUpper(a.lit)) || i > 0 && strings.ContainsAny(a.lit, "=@") && !strings.Contains(a.lit, "==") && !strings.Contains(a.lit, "://") {
				return true
			}
		}
		return c.has("-f", "--form", "--multipart", "--raw")
	case "POST":
		return true
	case "grpcurl":
		return c.has("-d")
	}
	return false
}

// local reports whether an address is this machine.
func local(s string) bool {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	}
	if i := strings.IndexByte(s, '/'); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if strings.HasPrefix(s, "[::1]") || s == "::1" {
		return true
	}
	s, _, _ = strings.Cut(s, ":")
	return s == "localhost" || s == "0.0.0.0" || strings.HasPrefix(s, "127.") && strings.Trim(s, "0123456789.") == "" || strings.HasSuffix(s, ".localhost") || s == "" || s == "host.docker.internal"
}

// fetches reports whether the command brings something from the network to
// its output or a file.
func (c *call) fetches() bool {
	switch c.name {
	case "curl", "wget", "http", "https", "xh", "aria2c", "axel", "nc", "ncat", "netcat", "socat", "lynx", "w3m", "curlie", "fetch", "GET", "lwp-request", "telnet", "scp", "sftp", "ftp", "websocat":
		for _, a := range c.ops {
			if local(a.lit) && strings.Contains(a.lit, "localhost") {
				return false
			}
		}
		return true
	}
	return false
}

// decodes reports whether the command turns encoded data into what may be code.
func (c *call) decodes() bool {
	if !slices.Contains(decoders[:], c.name) {
		return false
	}
	switch c.name {
	case "base64", "base32", "basenc", "gbase64":
		return c.has("-d", "-D", "--decode")
	case "xxd":
		return c.has("-r", "-revert", "--revert")
	case "openssl":
		return c.has("-d") || anyOperand(c.ops, []string{"enc"})
	case "gpg", "age":
		return c.has("-d", "--decrypt")
	}
	return true
}

// decoders are the programs that may decode.
var decoders = [...]string{"base64", "base32", "basenc", "gbase64", "xxd", "openssl", "uudecode", "gpg", "age"}

// sink reports whether the command sends its standard input to the network.
func (c *call) sink() bool {
	switch c.name {
	case "curl", "curlie", "wget", "http", "https", "xh":
		return sends(c) && (len(c.ops) == 0 || !local(c.ops[len(c.ops)-1].lit))
	case "scp", "rsync":
		return len(c.ops) > 1 && strings.Contains(c.ops[len(c.ops)-1].lit, ":")
	case "nc", "ncat", "netcat", "socat", "telnet", "ssh", "sendmail", "mail", "mailx", "ftp", "sftp", "croc", "wormhole", "websocat", "rclone", "aws", "gsutil", "transfer", "ntfy", "mutt":
		return len(c.ops) == 0 || !local(c.ops[0].lit)
	}
	return false
}

// sendsSecrets follows secrets into the network: by the same command's files,
// by its pipeline, by a substitution in its words.
func sendsSecrets(c *call, h *hit) bool {
	if !c.sink() && c.name != "curl" && c.name != "wget" {
		return false
	}
	if c.sink() {
		for _, t := range c.effects() {
			if t.verb&reads != 0 && secretFile(c.j, t.target) {
				h.target = t.path
				return true
			}
		}
		if c.Pipeline > 0 && c.Stage > 0 {
			found := false
			c.j.pipeline(c, func(e *call) {
				if w := e.secretSource(); w != "" && !found {
					found, h.target = true, w
				}
			})
			if found {
				return true
			}
		}
	}
	for _, a := range c.args {
		if !a.exact && a.HasUnknown() && c.leaks(a) {
			h.target = a.lit
			return true
		}
	}
	return false
}

// leaks reports whether a substitution within the word reads a secret.
func (c *call) leaks(a arg) bool {
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 64; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Pos.File != c.Pos.File || cmd.Pos.Offset < c.Pos.Offset || cmd.Pos.End > c.Pos.End {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		if e.secretSource() != "" {
			return true
		}
	}
	return false
}

// carriesData reports whether a substitution within the word encodes data, or,
// where any reads a file at all, that.
func (c *call) carriesData(a arg, anyFile bool) bool {
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 64; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Pos.File != c.Pos.File || cmd.Pos.Offset < c.Pos.Offset || cmd.Pos.End > c.Pos.End {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		switch e.name {
		case "base64", "base32", "basenc", "xxd", "od", "hexdump", "gzip", "openssl", "tar":
			if !e.decodes() {
				return true
			}
		case "cat", "head", "tail", "cut", "tr", "sed", "grep":
			if anyFile {
				return true
			}
		}
	}
	return false
}

// secretSource says what secrets the command prints; "" for none.
func (c *call) secretSource() string {
	switch c.name {
	case "env", "printenv", "set", "export", "declare":
		if len(c.ops) == 0 && c.Argv != nil {
			return "the environment"
		}
		return ""
	case "history", "fc":
		return "the shell's history"
	case "security", "pass", "gopass", "secret-tool", "op", "bw", "vault", "keyctl":
		return "a password store"
	}
	for _, t := range c.effects() {
		if t.verb&reads != 0 && secretFile(c.j, t.target) {
			return t.path
		}
	}
	if c.prog == &archiver || c.name == "zip" {
		for _, a := range c.ops {
			if t := c.target(a); secretFile(c.j, t) {
				return t.path
			}
		}
	}
	return ""
}
