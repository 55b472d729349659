package tiers

import "testing"

func TestHarmsHost(t *testing.T) {
	for text, blocked := range map[string]bool{
		"docker run --rm -v /:/h alpine rm -rf /h":                                     true,
		"docker run --rm -v /:/h alpine sh -c 'rm -rf /h/home'":                        true,
		"docker run --rm --privileged --pid=host alpine nsenter -t 1 -m reboot":        true,
		"docker run --pid=host alpine kill -9 -1":                                      true,
		"podman run --mount type=bind,src=/home,dst=/x i rm -rf /x":                    true,
		"docker run --rm -v $PWD:/h alpine rm -rf /h/build":                            false,
		"docker run alpine rm -rf /home":                                               false,
		"docker run -v /:/h:ro alpine ls /h":                                           false,
		"docker run -v /:/h:ro alpine rm -rf /h":                                       false,
		"docker run alpine kill -9 -1":                                                 false,
		"docker run -v /home/me/project:/p x rm -rf /p":                                false,
		"docker run -v /:/h alpine rm -rf /home":                                       false,
		"docker run -v /:/host alpine sh -c 'rm -rf /hostile'":                         false,
		"docker run --rm -v /:/h alpine chroot /h systemctl status; echo rm -rf /home": false,
	} {
		v := judged(text, Standard)
		if _, ok := speaks(v, harmsHostThere.ID); ok != blocked || v.Hardline != blocked {
			t.Errorf("%s: %v, want %v: %s", text, v.Hardline, blocked, names(v))
		}
	}
}
