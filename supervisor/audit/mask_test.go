package audit

import (
	"strings"
	"testing"
)

const (
	aws    = "AKIAIOSFODNN7EXAMPLE"
	ghp    = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	pat    = "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789"
	openai = "sk-proj-abcdefghij0123456789ABCDEFGHIJ"
	slack  = "xoxb-0123456789-abcdefghijkl"
	jwt    = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
	pem    = "MIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0buqf5Vxc2hRR3Yh8k+3tFvVdJx0aB"
)

func TestMask(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		// headers
		{`curl -H "Authorization: Bearer abc123" x`, `curl -H "Authorization: Bearer ***" x`},
		{`curl -H 'authorization: bearer abc123' x`, `curl -H 'authorization: bearer ***' x`},
		{`curl -H Authorization:\ Bearer\ abc123 x`, `curl -H Authorization:\ Bearer\ *** x`},
		{`curl -H "Authorization: Basic dXNlcjpwYXNz==" x`, `curl -H "Authorization: Basic ***" x`},
		{`curl -H "Authorization: token ` + ghp + `"`, `curl -H "Authorization: token ***"`},
		{`curl -H "Authorization: 0123456789abcdef0123"`, `curl -H "Authorization: ***"`},
		{`curl -H "Authorization: Digest username=\"me\", response=\"abc\"" x`, `curl -H "Authorization: Digest ***" x`},
		{`curl -H "Proxy-Authorization: Basic abcd"`, `curl -H "Proxy-Authorization: Basic ***"`},
		{`curl -H "X-Api-Key: abc" -H 'PRIVATE-TOKEN: def' x`, `curl -H "X-Api-Key: ***" -H 'PRIVATE-TOKEN: ***' x`},
		{"cat <<E\nAuthorization: Bearer abc\nrest\nE", "cat <<E\nAuthorization: Bearer ***\nrest\nE"},
		{`requests.get(u, headers={"Authorization": "Bearer abc"}, timeout=3)`, `requests.get(u, headers={"Authorization": "Bearer ***"}, timeout=3)`},

		// flags
		{`x --password=hunter2 y`, `x --password=*** y`},
		{`x --password hunter2 y`, `x --password *** y`},
		{`x --password 'hunter 2' y`, `x --password '***' y`},
		{"x --password \\\n hunter2 y", "x --password \\\n *** y"},
		{`x --api-key=a --token b --client-secret c`, `x --api-key=*** --token *** --client-secret ***`},
		{`java -Ddb.password=a -jar x`, `java -Ddb.password=*** -jar x`},
		{`mysql -uroot -psecret db`, `mysql -uroot -p*** db`},
		{`mysql -uroot -p'sec ret' db`, `mysql -uroot -p'***' db`},
		{`sudo /usr/bin/mysqldump -p$PW -psecret db`, `sudo /usr/bin/mysqldump -p$PW -p*** db`},
		{`ssh h "mysql -psec!ret db"`, `ssh h "mysql -p*** db"`},
		{`sshpass -p secret ssh h`, `sshpass -p *** ssh h`},
		{`redis-cli -h x -a secret ping`, `redis-cli -h x -a *** ping`},
		{`docker login -u me -p secret reg`, `docker login -u me -p *** reg`},
		{`curl -u me:secret https://x`, `curl -u me:*** https://x`},
		{`curl "https://x?a=1&b=2" --user 'me:sec ret' y`, `curl "https://x?a=1&b=2" --user 'me:***' y`},
		{`curl -u "$U:se cret" -d 'token=a' x`, `curl -u "$U:***" -d 'token=***' x`},
		{`curl -ume:secret x`, `curl -ume:*** x`},

		// assignments
		{`GITHUB_TOKEN=abc gh pr list`, `GITHUB_TOKEN=*** gh pr list`},
		{`export DB_PASSWORD="a b;c" X=1`, `export DB_PASSWORD="***" X=1`},
		{`export API_KEY='a"b' X=1`, `export API_KEY='***' X=1`},
		{`AWS_SECRET_ACCESS_KEY=wJalr/XUtn+FEMI=EXAMPLE aws s3 ls`, `AWS_SECRET_ACCESS_KEY=*** aws s3 ls`},
		{`MYSQL_PWD=x PGPASSWORD=y DB_PASS=z TOKEN2=w f`, `MYSQL_PWD=*** PGPASSWORD=*** DB_PASS=*** TOKEN2=*** f`},
		{`PASSWORD=ab"cd"'ef' x`, `PASSWORD=***"***"'***' x`},
		{`PASSWORD=$'a b' x`, `PASSWORD=$'***' x`},
		{`PASSWORD='pa$$w0rd' x`, `PASSWORD='***' x`},
		{`PASSWORD=a$/b x`, `PASSWORD=*** x`},
		{`PASSWORD=a\ b x`, `PASSWORD=*** x`},
		{`PASSWORD="a\"b c" x`, `PASSWORD="***" x`},
		{`PASSWORD='a\' x`, `PASSWORD='***' x`},
		{`PASSWORD='a||b' x`, `PASSWORD='***||b' x`},
		{`bash -c 'TOKEN="a' "b" x`, `bash -c 'TOKEN=***' "b" x`},
		{`PASSWORD=a\`, `PASSWORD=***`},
		{`PASSWORD=a$`, `PASSWORD=***`},
		{`{"password": "a&`, `{"password": "***`},
		{`PASSWORD="a$B" x`, `PASSWORD="***$B" x`},
		{`curl -d "user=me&password=hunter2&x=1"`, `curl -d "user=me&password=***&x=1"`},
		{`curl "https://x/?access_token=abc&y=1"`, `curl "https://x/?access_token=***&y=1"`},
		{`bash -c 'TOKEN="a b" run'`, `bash -c 'TOKEN="***" run'`},
		{`bash -c "TOKEN=\"a b\" run"`, `bash -c "TOKEN=\"***\" run"`},
		{`curl -d '{"user":"me","password":"hunter2","n":1}' x`, `curl -d '{"user":"me","password":"***","n":1}' x`},
		{`curl -d "{\"password\": \"hunter2\"}" x`, `curl -d "{\"password\": \"***\"}" x`},
		{"cat >f <<E\n{\"clientSecret\": \"a b\", \"x\": \"y\"}\nE\nTOKEN=\"c d\" x", "cat >f <<E\n{\"clientSecret\": \"***\", \"x\": \"y\"}\nE\nTOKEN=\"***\" x"},
		{"cat <<E\nit's a test\nE\nTOKEN=\"a b\" x", "cat <<E\nit's a test\nE\nTOKEN=\"***\" x"},

		{`TOKEN=a sshpass -e x; SSHPASS=a REDISCLI_AUTH=b SECRET_KEY_BASE=c ENCRYPTION_KEY=d npm_config__auth=e f`,
			`TOKEN=*** sshpass -e x; SSHPASS=*** REDISCLI_AUTH=*** SECRET_KEY_BASE=*** ENCRYPTION_KEY=*** npm_config__auth=*** f`},
		{`python -c "os.environ['API_TOKEN'] = 'abc'"`, `python -c "os.environ['API_TOKEN'] = '***'"`},
		{"cat >c.yml <<E\ndb:\n  - password: hunter2\n    user: me\nE", "cat >c.yml <<E\ndb:\n  - password: ***\n    user: me\nE"},
		{`sed -i 's/PASSWORD=.*/PASSWORD=hunter2/' .env`, `sed -i 's/PASSWORD=***/PASSWORD=***/' .env`},

		// programs that take them in a way of their own
		{`curl -sSLu me:secret x`, `curl -sSLu me:*** x`},
		{`curl -H "Cookie: a=b; SID=c" -b 'd=e; f=g' x`, `curl -H "Cookie: a=***; SID=***" -b 'd=***; f=***' x`},
		{`curl -H "apikey: abc" x`, `curl -H "apikey: ***" x`},
		{`docker login -psecret -u me`, `docker login -p*** -u me`},
		{`mongosh -u me -p secret; ldapsearch -D x -w secret -b y`, `mongosh -u me -p ***; ldapsearch -D x -w *** -b y`},
		{`zip -P secret x.zip f && 7z a -psecret x.7z f`, `zip -P *** x.zip f && 7z a -p*** x.7z f`},
		{`smbclient //h/s -U me%secret`, `smbclient //h/s -U me%***`},
		{`openssl rsa -passin pass:secret -in k`, `openssl rsa -passin *** -in k`},
		{`sqlcmd -S h -U sa -P secret; ipmitool -U me -P secret power`, `sqlcmd -S h -U sa -P ***; ipmitool -U me -P *** power`},
		{`nmcli dev wifi connect x password secret`, `nmcli dev wifi connect x password ***`},
		{`git config --global x.password secret`, `git config --global x.password ***`},
		{`aws configure set aws_secret_access_key abc`, `aws configure set aws_secret_access_key ***`},
		{`npm config set //r/:_authToken abc`, `npm config set //r/:_authToken ***`},
		{`echo 'machine h login me password secret' >> ~/.netrc`, `echo 'machine h login me password ***' >> ~/.netrc`},
		{`psql -c "ALTER USER me PASSWORD 'secret'"`, `psql -c "ALTER USER me PASSWORD '***'"`},
		{`mysql -e "CREATE USER me IDENTIFIED BY 'secret'"`, `mysql -e "CREATE USER me IDENTIFIED BY '***'"`},
		{`echo secret | docker login -u me --password-stdin`, `echo *** | docker login -u me --password-stdin`},
		{`echo -n "a$B" | sudo -S apt-get update`, `echo -n "***$B" | sudo -S apt-get update`},
		{`sudo -S ls <<< secret`, `sudo -S ls <<< ***`},
		{`echo 'me:secret' | sudo chpasswd`, `echo '***' | sudo chpasswd`},

		// by their looks
		{`f dckr_pat_abcdefghijklmnopqrstuvwxyz key-0123456789abcdef0123456789abcdef hvs.abcdefghijklmnopqrstu`, `f dckr_pat_*** key-*** hvs.***`},
		{`echo ` + aws, `echo AKIA***`},
		{`echo ` + ghp + ` ` + pat, `echo ghp_*** github_pat_***`},
		{`f("` + openai + `")`, `f("sk-***")`},
		{`echo ` + slack + `;x`, `echo xoxb-***;x`},
		{`curl -H "X: Bearer ` + jwt + `"`, `curl -H "X: Bearer ***"`},
		{`echo ` + jwt, `echo eyJ***`},
		{`curl https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0/getMe`, `curl https://api.telegram.org/bot123456789:***/getMe`},
		{`curl https://hooks.slack.com/services/T000/B000/XXXX -d x`, `curl https://hooks.slack.com/services/*** -d x`},

		// addresses
		{`git clone https://me:secret@example.com/r.git`, `git clone https://me:***@example.com/r.git`},
		{`psql "postgres://me:p@ss@db:5432/x"`, `psql "postgres://me:***@db:5432/x"`},
		{`redis-cli -u redis://:secret@h`, `redis-cli -u redis://:***@h`},
		{`git clone https://0123456789abcdef0123@h/r`, `git clone https://***@h/r`},
		{`curl "https://h/f?sv=1&sig=abc%3D&x=2"`, `curl "https://h/f?sv=1&sig=***&x=2"`},
		{`curl "https://h/f?X-Amz-Credential=` + aws + `%2F1&X-Amz-Signature=0a1b"`, `curl "https://h/f?X-Amz-Credential=AKIA***%2F1&X-Amz-Signature=***"`},

		// keys
		{"echo '-----BEGIN RSA PRIVATE KEY-----\n" + pem + "\n" + pem + "\nabc=\n-----END RSA PRIVATE KEY-----' > k",
			"echo '-----BEGIN RSA PRIVATE KEY-----\n***\n-----END RSA PRIVATE KEY-----' > k"},
		{`printf '-----BEGIN PRIVATE KEY-----\n` + pem + `\nab==\n-----END PRIVATE KEY-----\n'`,
			`printf '-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----\n'`},
		{"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + pem + "\n-----END RSA PRIVATE KEY-----",
			"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n***\n-----END RSA PRIVATE KEY-----"},

		{"DEPLOY_PRIVATE_KEY=\"-----BEGIN PRIVATE KEY-----\n" + pem + "\n-----END PRIVATE KEY-----\" x",
			"DEPLOY_PRIVATE_KEY=\"-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----\" x"},

		// what executes stays, however it is dressed up
		{`PASSWORD=x;reboot`, `PASSWORD=***;reboot`},
		{`PASSWORD=x&&reboot`, `PASSWORD=***&&reboot`},
		{`PASSWORD=x|sh`, `PASSWORD=***|sh`},
		{"PASSWORD=x\nreboot", "PASSWORD=***\nreboot"},
		{`TOKEN=a$(reboot) x`, `TOKEN=***$(reboot) x`},
		{"TOKEN=a`reboot`", "TOKEN=***`reboot`"},
		{`TOKEN="$(reboot)" x`, `TOKEN="$(reboot)" x`},
		{`TOKEN="a$(reboot)" PASSWORD="b c" x`, `TOKEN="***$(reboot)" PASSWORD="***" x`},
		{`TOKEN=$(curl -H "Authorization: Bearer abc" x)`, `TOKEN=$(curl -H "Authorization: Bearer ***" x)`},
		{`TOKEN=${X:-$(reboot)}`, `TOKEN=${X:-$(reboot)}`},
		{`x --password ;reboot`, `x --password ;reboot`},
		{`grep "PASSWORD=" f && cat "g"`, `grep "PASSWORD=" f && cat "g"`},
		{`grep 'TOKEN=' f; reboot; echo 'x'`, `grep 'TOKEN=' f; reboot; echo 'x'`},
		{`echo "TOKEN="; reboot "x"`, `echo "TOKEN="; reboot "x"`},
		{`echo "token=a" && reboot "b"`, `echo "token=***" && reboot "b"`},
		{"echo '-----BEGIN RSA PRIVATE KEY-----'; reboot; echo '-----END RSA PRIVATE KEY-----'", "echo '-----BEGIN RSA PRIVATE KEY-----'; reboot; echo '-----END RSA PRIVATE KEY-----'"},
		{"echo -----BEGIN RSA PRIVATE KEY-----\n/sbin/reboot\n/usr/bin/id", "echo -----BEGIN RSA PRIVATE KEY-----\n/sbin/reboot\n/usr/bin/id"},
		{`echo TOKEN=\"; reboot; echo \"`, `echo TOKEN=***; reboot; echo \"`},
		{`bash -c 'TOKEN=\"; reboot; echo \"'`, `bash -c 'TOKEN=***; reboot; echo \"'`},
		{`echo "a "password": "; reboot; echo "b"`, `echo "a "password": "; reboot; echo "b"`},
		{`echo \"password\": \"; reboot; echo \"b\"`, `echo \"password\": \"; reboot; echo \"b\"`},
		{`echo "curl -u "a:; reboot; echo "b"`, `echo "curl -u "a:; reboot; echo "b"`},
		{`curl -u \"a:; reboot; \"`, `curl -u \"a:; reboot; \"`},
		{`bash -c "Authorization: Bearer x;reboot"`, `bash -c "Authorization: Bearer ***;reboot"`},
		{`a'TOKEN="b'; reboot; echo "c"`, `a'TOKEN="***; reboot; echo "c"`},
		{`echo $'\'' "x TOKEN="; reboot; echo "y"`, `echo $'\'' "x TOKEN="; reboot; echo "y"`},
		{"cat <<E\nthe dogs' bowl\nE\necho \"x TOKEN=\"; reboot; echo \"y\"", "cat <<E\nthe dogs' bowl\nE\necho \"x TOKEN=\"; reboot; echo \"y\""},
		{`curl https://a:$(reboot)@h`, `curl https://a:$(reboot)@h`},
		{`sed 's/token=x/reboot/e' f`, `sed 's/token=***/reboot/e' f`},
		{`sed -i 2s,token=x,reboot,e f`, `sed -i 2s,token=***,reboot,e f`},
		{`perl -pe 's|token=x|qx{reboot}|e'`, `perl -pe 's|token=***|qx{reboot}|e'`},
		{`bash -c TOKEN=x\;reboot`, `bash -c TOKEN=***\;reboot`},
		{"bash -c \"TOKEN=x\\`reboot\\`\"", "bash -c \"TOKEN=***\\`reboot\\`\""},
		{`echo "Cookie: a=b; reboot; c=d"`, `echo "Cookie: a=***; reboot; c=d"`},
		{`curl -b 'a=b;reboot' x`, `curl -b 'a=***;reboot' x`},
		{`git config user.password x;reboot`, `git config user.password ***;reboot`},
		{`nmcli c password x|sh`, `nmcli c password ***|sh`},
		{`echo a | sudo -S ls;reboot`, `echo *** | sudo -S ls;reboot`},
		{`sudo -S ls <<< a;reboot`, `sudo -S ls <<< ***;reboot`},
	}
	for _, tt := range tests {
		if got := Mask(tt.in); got != tt.want {
			t.Errorf("Mask(%s)\n got %s\nwant %s", tt.in, got, tt.want)
		}
		if again := Mask(tt.want); again != tt.want {
			t.Errorf("Mask(%s) a second time gives\n%s", tt.want, again)
		}
	}
}

func TestMaskLeavesAlone(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		``,
		`git commit -m "token: explain"`,
		`git commit -m "password reset: secret santa"`,
		`git commit -m "Authorization: fix header"`,
		`read -s -p "Password: " x`,
		`echo "$TOKEN" "${API_KEY}" $PASSWORD`,
		`export TOKEN=$TOKEN PASSWORD="${PASSWORD}"`,
		`curl -H "Authorization: Bearer $TOKEN" x`,
		`curl -u "$U:$P" x; curl -u me x`,
		`PWD=/x OLDPWD=/y cd z`,
		`max_tokens=100 compass=n TOKENIZER=bert`,
		`x --password-file=f --token-type=jwt --password-stdin y`,
		`x --token`,
		`gh auth login --with-token < f`,
		`x --password --verbose`,
		`psql --no-password db`,
		`mkdir -p a/b && cp -pR a b; ssh -p 2222 h`,
		`mysql -p db`,
		`mysql db; mkdir -pv x`,
		`[[ $TOKEN == abc ]]; awk 'password=="x"'`,
		`grep -r 'ghp_[A-Za-z0-9]' . && grep AKIA f`,
		`task-force ask-me sk-estimator-doc-link-fitted risk-0123456789012345678901234`,
		`git clone git@github.com:o/r; git clone ssh://git@h/r; curl https://h/@scope/p`,
		`openssl genrsa | head -1 # -----BEGIN RSA PRIVATE KEY-----`,
		`cat -----BEGIN CERTIFICATE-----` + pem,
		`sha256sum AKIAIOSFODNN7EXAMPLES eyJhbGciOi.x`,
		"\xff\xfe\x00 it's TOKEN",
		`echo reboot | sudo -S sh`, // sudo may not ask, and then it is the shell's
		`echo reboot | sh -s --password-stdin; sudo -S tee /etc/x <<< reboot`,
		`echo a$(reboot) | sudo -S ls; echo "$PW" | sudo -S ls`,
		`git config user.password $(reboot); 7z a -p$(reboot) x`,
		`curl -b cookies.txt -sSfL https://x -o out`,
		`unzip -p x.zip f; docker run -p 80:80 x; mongodump --db x -p; mongosh -p --host h`,
		`git commit -m "login page password reset"`,
		`git commit -m "users rename password 'foo' by 'bar'"`,
		"git commit -m 'x\n\npassword: use the environment'",
		`git config --get user.password; aws configure list; docker build --secret id=x,src=f .`,
		`psql -c "select password from users where name = 'by'"`,
		`python -c "d['tokens'] = 5; d['token'] == 'a'; print(d['token'])"`,
		`curl "https://h/?author=me&design=2&signal=3"`,
		`key-value-store-0123456789abcdef0123456789 dapi0123456789abcdef0123456789abcdefzz`,
		`PASSWORD_STORE_DIR=/y TOKEN_FILE=/x CACHE_KEY=x SSH_KEY=~/.ssh/id x`,
	} {
		if got := Mask(s); got != s {
			t.Errorf("Mask(%s)\n  = %s", s, got)
		}
	}
}

// Whatever is cut off where, masking ends and finds its way to the end.
func TestMaskTorn(t *testing.T) {
	t.Parallel()
	const s = `A="x TOKEN=\"a b\" {"password": "c"} https://u:p@h $'q' -----BEGIN PRIVATE KEY-----` + pem + "`x` ${TOKEN:-y} mysql -p'z' Authorization: Basic \\"
	for i := range len(s) {
		for j := i; j <= len(s); j++ {
			if got := Mask(s[i:j] + "; reboot"); !strings.Contains(got, "reboot") && !strings.ContainsAny(s[i:j], `'"\`) {
				t.Fatalf("Mask(%s; reboot) = %s", s[i:j], got)
			}
		}
	}
}

func FuzzMask(f *testing.F) {
	f.Add(`TOKEN="a$(b)" curl -H "Authorization: Bearer \"x" https://u:p@h`)
	f.Add("-----BEGIN PRIVATE KEY-----\n" + pem)
	f.Fuzz(func(t *testing.T, s string) {
		Mask(s) // ends, and does not go out of bounds
	})
}

func BenchmarkMask(b *testing.B) {
	for _, bm := range []struct{ name, s string }{
		{"plain", `git commit -m "fix: the thing" && git push origin main`},
		{"secret", `curl -sS -H "Authorization: Bearer abc123" https://api.example.com/v1/things`},
		{"1MiB of documents", strings.Repeat("cat > .env <<E\nA=b\nE\n", 1<<20/21)},
		{"1MiB of names", strings.Repeat("vault login x gh secret set htpasswd -b cat <<E > .env ", 1<<20/54)},
		{"1MiB", strings.Repeat("TOKEN='a $(b) \"c -----BEGIN PRIVATE KEY----- curl -u x://\n", 1<<20/58)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.s)))
			b.ReportAllocs()
			for b.Loop() {
				Mask(bm.s)
			}
		})
	}
}
