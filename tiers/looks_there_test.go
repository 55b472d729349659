package tiers

import "testing"

func TestLooksThere(t *testing.T) {
	for text, asks := range map[string]bool{
		"ssh host nvidia-smi": false,
		"ssh host 'cat /etc/os-release; nvidia-smi | head -15'": false,
		"ssh host nvidia-smi --query-gpu=name --format=csv":     false,
		"ssh host node -v":                                false,
		"ssh host mytool --version":                       false,
		"ssh host 'curl -s localhost:3000'":               false,
		"ssh host curl -sI http://127.0.0.1/health":       false,
		"ssh host <<'E'\ncd app\nls\nE":                   false,
		"ssh host nvidia-smi --gpu-reset":                 true,
		"ssh host nvidia-smi -pm 1":                       true,
		"ssh host 'nvidia-smi > x'":                       true,
		"ssh host mytool":                                 true,
		"ssh host mytool --version x":                     true,
		"ssh host 'curl -s https://x'":                    true,
		"ssh host 'curl -s localhost@evil.com'":           true,
		"ssh host 'curl -s localhost.evil.com'":           true,
		"ssh host 'curl -XPOST localhost/stop'":           true,
		"ssh host 'curl -d x localhost'":                  true,
		"ssh host 'curl -so x localhost'":                 true,
		"ssh host 'curl -s localhost file:///etc/shadow'": true,
		"ssh host 'curl -sK x localhost'":                 true,
		"ssh host <<'E'\ncd app\ntouch x\nE":              true,
		"ssh host <<'E'\ncd app\nrm -rf x\nE":             true,
		"ssh host <<'E'\n./deploy\nE":                     true,
		"ssh -o ProxyCommand='sh -c x' host <<< ls":       true,
	} {
		if v := judged(text, Standard); (v.Decision != Allow) != asks {
			t.Errorf("%s: %s, want asked %v", text, names(v), asks)
		}
	}
}
