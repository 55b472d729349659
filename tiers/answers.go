package tiers

import (
	"net/url"
	"strings"
)

// The addresses at which the confirmation daemon takes answers, see SPEC §10.

// answers reports whether a program that speaks to servers, or one that is not
// known, is given the address at which the daemon takes answers: among its
// words, on its standard input, or in a file of options that the text wrote.
func (c *call) answers(h *hit) bool {
	if c.prog != nil && (c.prog.guards&(network|containers) == 0 || c.prog == &gitProgram) {
		return false
	}
	for _, a := range c.args {
		s := unescaped(a.lit)
		switch {
		case answerAddress(s) && (c.prog != nil || strings.Contains(s, "6000") || strings.Contains(s, "6080")),
			c.prog != nil && strings.Contains(s, ":6000/whitelist") && sends(c), c.prog != nil && strings.Contains(s, "confirmd.sock") && sends(c), c.prog != nil && a.mayAnswer() && sends(c):
			h.target = a.lit
			return true
		}
	}
	if c.name != "curl" && c.name != "wget" && c.name != "aria2c" {
		return false
	}
	if c.HasIn && answerAddress(unescaped(c.In.String())) {
		h.target = "standard input"
		return true
	}
	from := func(a arg) {
		for _, w := range c.j.wrote {
			if a.exact && w.path == c.target(a).path && answerAddress(unescaped(w.text)) {
				h.target = w.path
			}
		}
	}
	c.values(from, "-K", "--config", "-i", "--input-file")
	return h.target != ""
}

// answerAddress reports whether a text holds the path at which a request is
// answered. The daemon speaks no TLS, so one of a public host's is another's;
// any other name may lead to this machine.
func answerAddress(s string) bool {
	i := strings.Index(s, "/confirm/")
	if i < 0 || !strings.Contains(s[i:], "/approve") && !strings.Contains(s[i:], "/deny") {
		return false
	}
	_, host, tls := strings.Cut(s[:i], "https://")
	host = host[strings.LastIndexByte(host, '@')+1:]
	name, port, _ := strings.Cut(host, ":")
	return !tls || loopback(name) || daemonPort(port) || !strings.Contains(name, ".") || strings.ContainsAny(name, "*[ ")
}

// unescaped undoes the percent-encoding of an address, as a server does, which
// takes none with a wrong escape.
func unescaped(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// mayAnswer reports whether a word may be the address at which the daemon takes
// answers: what follows the port is not known.
func (a arg) mayAnswer() bool {
	host, rest, ok := strings.Cut(a.lit, ":6000/")
	return ok && !a.exact && strings.Contains(rest, "*") && loopback(host[strings.LastIndexByte(host, '/')+1:])
}

// daemonPort reports whether the confirmation daemon or its page listens there
// where nothing else is configured, see SPEC §10.
func daemonPort(port string) bool { return port == "6000" || port == "6080" }

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	return host == "localhost" || host == "0" || host == "0.0.0.0" || host == "::1" || host == "ip6-localhost" || strings.HasPrefix(host, "127.")
}
