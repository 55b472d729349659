package inline

import (
	"slices"
	"testing"
)

func TestHidden(t *testing.T) {
	for _, tt := range []struct {
		lang, code string
		want       bool
	}{
		{"python", `exec(__import__('base64').b64decode('cHJpbnQoMSk='))`, true},
		{"python", `import base64; s = base64.b64decode("cHJpbnQoMSk="); eval(compile(s, "x", "exec"))`, true},
		{"python", `exec(bytes.fromhex("7072696e74283129"))`, true},
		{"python", `import codecs; exec(codecs.decode("cevag(1)", "rot13"))`, true},
		{"python", `exec("".join(chr(c) for c in [112,114,105,110,116,40,49,41]))`, true},
		{"python", `import os; os.system("\x6cs")`, true},
		{"python", `import os; os.system("sl"[::-1])`, true},
		{"node", `eval(Buffer.from("Y29uc29sZS5sb2coMSk=", "base64").toString())`, true},
		{"node", `new Function(atob("Y29uc29sZS5sb2coMSk="))()`, true},
		{"node", `require("child_process").execSync(Buffer.from("bHM=", "base64").toString())`, true},
		{"perl", `use MIME::Base64; eval decode_base64("cHJpbnQgMQ==")`, true},
		{"perl", `system(pack("H*", "6c73"))`, true},
		{"ruby", `eval ["70757473202031"].pack("H*")`, true},
		{"ruby", `eval "cHV0cyAx".unpack1("m")`, true},
		{"php", `eval(base64_decode("ZWNobyAxOw=="));`, true},
		{"php", `system(base64_decode("bHM="));`, true},

		{"python", `exec("print(1)")`, false},
		{"python", `exec("import os\nprint(os.getcwd())\nprint(2)")`, false},
		{"python", `import os; os.system("git " + "status")`, false},
		{"python", `import os; v = "main"; os.system(f"git log {v} -n {3 + 4}")`, false},
		{"python", `import os; os.system(" ".join(["npm", "run", "build"]))`, false},
		{"python", `import os; os.system("git log --format=%s" % "oneline")`, false},
		{"python", `import base64; print(base64.b64decode("cHJpbnQoMSk="))`, false},
		{"python", `import sys, os; os.system(sys.argv[1])`, false},
		{"node", `eval("1 + 1")`, false},
		{"node", "const d = 'dist'; require('child_process').execSync(`ls ${d}`)", false},
		{"node", `new Function("a", "return a * 2")(2)`, false},
		{"perl", `eval "use JSON; 1" or die`, false},
		{"perl", "my $b = `git rev-parse HEAD`; system('git', 'show')", false},
		{"ruby", "eval <<~E\n  puts 1\nE", false},
		{"php", `system("ls " . escapeshellarg("a"));`, false},
		{"awk", `{ print $1 | "sort -u" }`, false},
		{"awk", `BEGIN { system("date") }`, false},
		{"awk", `BEGIN { "date" | getline d; print d }`, false},
	} {
		effects, _ := Read(tt.lang, tt.code)
		got := slices.ContainsFunc(effects, func(e Effect) bool { return e.Kind == Hidden })
		if got != tt.want {
			t.Errorf("%s: %s: %v\n%s", tt.lang, tt.code, got, render(effects))
		}
	}
}
