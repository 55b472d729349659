package audit

import (
	"strings"
	"testing"
)

// Secrets whose names do not say so: each is masked where its program takes it.
func TestMaskPlaces(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		// flags of one program
		`gh secret set X --body v1`:                                      `gh secret set X --body ***`,
		`gh -R o/r secret set X -b v1`:                                   `gh -R o/r secret set X -b ***`,
		`gh secret set -b"v 1" X`:                                        `gh secret set -b"***" X`,
		`gh secret set X --body=v1 && gh pr create --body text`:          `gh secret set X --body=*** && gh pr create --body text`,
		`ssh h "gh secret set X -b v1"`:                                  `ssh h "gh secret set X -b ***"`,
		`glab variable set X v1; glab variable set X -v v1`:              `glab variable set X ***; glab variable set X -v ***`,
		`az keyvault secret set --vault-name v --name n --value v1`:      `az keyvault secret set --vault-name v --name n --value ***`,
		`aws ssm put-parameter --name n --value v1 --type SecureString`:  `aws ssm put-parameter --name n --value *** --type SecureString`,
		`aws secretsmanager create-secret --name n --secret-string v1`:   `aws secretsmanager create-secret --name n --secret-string ***`,
		`openssl enc -aes-256-cbc -k v1 -in f`:                           `openssl enc -aes-256-cbc -k *** -in f`,
		`openssl enc -pass pass:v1; openssl rsa -passin pass:v1 -in k`:   `openssl enc -pass ***; openssl rsa -passin *** -in k`,
		`ssh-keygen -t ed25519 -N v1 -f k; ssh-keygen -p -P v1 -N v2`:    `ssh-keygen -t ed25519 -N *** -f k; ssh-keygen -p -P *** -N ***`,
		`keytool -genkey -storepass v1 -keypass v2 -alias x`:             `keytool -genkey -storepass *** -keypass *** -alias x`,
		`security add-generic-password -a me -s x -w v1`:                 `security add-generic-password -a me -s x -w ***`,
		`twine upload -u me -p v1 d; poetry publish -u me -p v1`:         `twine upload -u me -p *** d; poetry publish -u me -p ***`,
		`lftp -u me,v1 h; curl --oauth2-bearer v1 h; http -a me:v1 :80/`: `lftp -u me,*** h; curl --oauth2-bearer *** h; http -a me:*** :80/`,
		`curl https://h/http -u me:v1`:                                   `curl https://h/http -u me:***`,

		// operands
		`htpasswd -b file me v1`:                                 `htpasswd -b file me ***`,
		`htpasswd -nbB me 'v 1'`:                                 `htpasswd -nbB me '***'`,
		`htpasswd -bC 10 file me v1 > out`:                       `htpasswd -bC 10 file me *** > out`,
		`wpa_passphrase home v1 | tee f`:                         `wpa_passphrase home *** | tee f`,
		`openssl passwd -6 -salt xy v1`:                          `openssl passwd -6 -salt xy ***`,
		`vault login v1; cargo login v1; bw login me v1`:         `vault login ***; cargo login ***; bw login me ***`,
		`mc alias set x http://h a v1; doppler secrets set A v1`: `mc alias set x http://h a ***; doppler secrets set A ***`,
		`rclone config create x s3 secret_access_key v1`:         `rclone config create x s3 secret_access_key ***`,
		`npm set //r/:_authToken v1`:                             `npm set //r/:_authToken ***`,

		// pairs
		`fly secrets set A=v1 B=v2`:                                    `fly secrets set A=*** B=***`,
		`vault kv put secret/x a=v1 b='v 2'`:                           `vault kv put secret/x a=*** b='***'`,
		`kubectl create secret generic x --from-literal=k=v1 -n n`:     `kubectl create secret generic x --from-literal=k=*** -n n`,
		`kubectl create secret generic x --from-file=k=f -n n`:         `kubectl create secret generic x --from-file=k=f -n n`,
		`kubectl create secret docker-registry x --docker-password v1`: `kubectl create secret docker-registry x --docker-password ***`,

		// standard input
		`echo v1 | gh secret set X -R o/r`:                    `echo *** | gh secret set X -R o/r`,
		`printf "%s\n" v1 | docker login --password-stdin r`:  `printf "***"*** | docker login --password-stdin r`,
		`echo -n v1 | gcloud secrets create x --data-file=-`:  `echo -n *** | gcloud secrets create x --data-file=-`,
		`echo v1 | docker secret create x -; kinit me <<< v1`: `echo *** | docker secret create x -; kinit me <<< ***`,
		`echo v1 | gpg --batch --passphrase-fd 0 -d f`:        `echo *** | gpg --batch --passphrase-fd 0 -d f`,
		"chpasswd <<EOF\nme:v1\nyou:v2\nEOF\necho me:v1":      "chpasswd <<EOF\nme:***\nyou:***\nEOF\necho me:v1",

		// files of secrets
		"cat > .env <<EOF\nSTRIPE=v1\nexport A=\"v 2\"\nEOF\nA=v3": "cat > .env <<EOF\nSTRIPE=***\nexport A=\"***\"\nEOF\nA=v3",
		"tee -a p/.env.local <<-'E'\n\tA=v1\n\tE\n":                "tee -a p/.env.local <<-'E'\n\tA=***\n\tE\n",
		"cat <<E | tee prod.env\nA=v1\nE":                          "cat <<E | tee prod.env\nA=***\nE",
		`echo "STRIPE=v1" >> .env`:                                 `echo "STRIPE=***" >> .env`,
		`printf 'A=%s\nB=%s\n' v1 "v 2" > .env`:                    `printf 'A=%s\nB=%s\n' *** "***" > .env`,
		`printf 'API_KEY=%s\n' v1 > conf`:                          `printf 'API_KEY=%s\n' *** > conf`,
		"cat > ~/.pgpass <<E\nh:5432:db:me:v1\nE":                  "cat > ~/.pgpass <<E\nh:5432:db:me:***\nE",
		"cat > ~/.netrc <<E\nmachine h\nlogin me\npassword v1\nE":  "cat > ~/.netrc <<E\nmachine h\nlogin me\npassword ***\nE",
		"cat > c <<E\n[default]\naws_secret_access_key = v1\nE":    "cat > c <<E\n[default]\naws_secret_access_key = ***\nE",
		"cat > c.toml <<E\npassword = \"v 1\"\nE":                  "cat > c.toml <<E\npassword = \"***\"\nE",

		"cat > .env <<E\nE\nA=b":                                "cat > .env <<E\nE\nA=b",
		"cat > .env <<E\nA=v1\nE\ncat > .env <<E\nB=v2\nE\nC=d": "cat > .env <<E\nA=***\nE\ncat > .env <<E\nB=***\nE\nC=d",

		// headers
		`curl -H 'Authorization: v1' -H authorization:v1 h`:        `curl -H 'Authorization: ***' -H authorization:*** h`,
		`http h Authorization:"Bearer v1" A:b`:                     `http h Authorization:"Bearer ***" A:b`,
		`curl -H 'DD-API-KEY: v1' --header 'X-Signing-Key: v1' h`:  `curl -H 'DD-API-KEY: ***' --header 'X-Signing-Key: ***' h`,
		`curl -H "Ocp-Apim-Subscription-Key: $K" -H 'Sec-Key: v1'`: `curl -H "Ocp-Apim-Subscription-Key: $K" -H 'Sec-Key: ***'`,

		// by their looks
		`echo xoxe.xoxp-1-abcdefghijkl0123456789 xoxc-0123456789-abc`:                                      `echo xoxe.xoxp-*** xoxc-***`,
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n" + pem + "\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----": "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n***\n-----END PGP PRIVATE KEY BLOCK-----",

		// what executes stays
		`gh secret set X -b v1;reboot`:                           `gh secret set X -b ***;reboot`,
		`gh secret set X -b "$(reboot)"`:                         `gh secret set X -b "$(reboot)"`,
		`htpasswd -b f me $(reboot)`:                             `htpasswd -b f me $(reboot)`,
		`htpasswd -b f me v1;reboot`:                             `htpasswd -b f me ***;reboot`,
		`vault kv put x a=v1|sh`:                                 `vault kv put x a=***|sh`,
		"cat > .env <<EOF\nA=v1;reboot\nB=`reboot`\nEOF\n. .env": "cat > .env <<EOF\nA=***;reboot\nB=`reboot`\nEOF\n. .env",
		"cat > .env <<EOF\nA=v1 reboot\nEOF\n. .env":             "cat > .env <<EOF\nA=*** reboot\nEOF\n. .env",
		`printf 'TOKEN=%s' v1 $(reboot) > f`:                     `printf 'TOKEN=%s' *** $(reboot) > f`,
		`echo v1 | kinit me;reboot`:                              `echo *** | kinit me;reboot`,
		"python3 <<E\ntoken = os.system('reboot')\nE":            "python3 <<E\ntoken = os.system('reboot')\nE",
		"python3 <<E\ntoken = 'a' + reboot('b')\nE":              "python3 <<E\ntoken = 'a' + reboot('b')\nE",
		`curl -H "Authorization: v1; reboot"`:                    `curl -H "Authorization: ***; reboot"`,
	} {
		if got := Mask(in); got != want {
			t.Errorf("Mask(%s)\n got %s\nwant %s", in, got, want)
		}
		if again := Mask(want); again != want {
			t.Errorf("Mask(%s) a second time gives\n%s", want, again)
		}
	}
}

// What names no secret, or where one could stand but none does, is left to be read.
func TestMaskPlacesLeftAlone(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		`git commit -m 6d0e1f3c8f7a2b4c5d6e7f8a9b0c1d2e3f4a5b6c; git show 6d0e1f3`,
		`kill 123e4567-e89b-12d3-a456-426614174000; ls 0123456789abcdef0123456789abcdef`,
		`cat /home/u/secret/token/password.txt; ls secrets/; cat ~/.ssh/id_ed25519`,
		`git log --author=secret --grep=password; grep -r password src`,
		`git checkout -b password-reset; gh pr create --title x --body "add a token check"`,
		`gh issue create -b "the body"; gh secret list; gh secret set X --body-file f`,
		`gh pr comment -b "set the secret" 4; gh issue create --title "secret set" -b body`,
		`htpasswd -c file me; htpasswd -n me; htpasswd file me`,
		`wpa_passphrase home; vault login -method=oidc; vault login`,
		`kubectl get secret x -o yaml; kubectl create secret tls x --cert=a --key=b`,
		`docker run -p 80:80 -e FOO=bar img; ssh-keygen -N '' -f k; ssh -p 2222 h`,
		`cat > config.sh <<EOF` + "\nPORT=80\nEOF",
		`cat > .env.example <<EOF` + "\nSTRIPE=\nNAME=you\nEOF",
		`cat .env; cp .env .env.bak; source .env; A=b x .env`,
		`printf 'name=%s\n' me > conf; printf '%s\n' a b`,
		`echo "PORT=80" > config; echo A=b`,
		"cat > c.toml <<E\nname = \"x\"\nE",
		`curl -H 'Content-Type: application/json' -H 'Accept: x' h`,
		`http PUT h/x a=b; https h; npm set progress=false; git config user.name me`,
	} {
		if got := Mask(s); got != s {
			t.Errorf("Mask(%s)\n  = %s", s, got)
		}
	}
}

// Wherever it is cut off, what comes behind it stays.
func TestMaskPlacesTorn(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"gh secret set X -b v1 && htpasswd -b f me v1 && vault kv put x a=b",
		"cat > .env <<E\nA=v1\nB=v2\nE\nchpasswd <<F\nme:v1\nF\n",
		"printf 'A=%s' v1 > .env && curl -H Authorization:v1 h",
	} {
		for i := range len(s) {
			for j := i; j <= len(s); j++ {
				if got := Mask(s[i:j] + "; reboot"); !strings.Contains(got, "reboot") && !strings.ContainsAny(s[i:j], `'"\`) {
					t.Fatalf("Mask(%s; reboot) = %s", s[i:j], got)
				}
			}
		}
	}
}
