package tiers

import (
	"slices"
	"strings"
)

// containersRules guard containers, their volumes, and the host behind them.
var containersRules = []Rule{
	{
		ID: "containers.stop-host", Hardline: true, Tier: Critical,
		Why:   "it stops the container this session runs in",
		Safer: "restart it from outside",
		Match: Match{Programs: engines, Sub: []string{"stop", "kill", "restart", "rm", "pause", "container stop", "container kill", "container restart", "container rm", "container pause"}, Func: func(c *call, h *hit) bool {
			for _, a := range h.rest {
				for _, n := range c.j.f.Containers {
					if a.lit == n || len(a.lit) >= 6 && strings.HasPrefix(n, a.lit) {
						h.target = n
						return true
					}
				}
			}
			return false
		}},
		Yes: []string{"docker stop hermes-box", "docker rm -f hermes-box", "podman kill -s KILL hermes-box", "nerdctl stop hermes-box", "crictl stop hermes-box", "ctr rm hermes-box", "buildah rm hermes-box", "docker-compose restart hermes-box", "podman-compose stop hermes-box", "docker pause hermes-box", "docker container stop hermes-box", "docker container kill hermes-box", "docker container restart hermes-box", "docker container rm hermes-box", "docker container pause hermes-box"},
		No:  []string{"docker stop web", "docker logs hermes-box", "grep stop hermes-box"},
	},
	{
		ID: "containers.delete", Tier: High,
		Why:   "it deletes containers, images or volumes with the data in them",
		Safer: "list them first: `docker ps -a`, `docker volume ls`",
		Match: Match{Programs: engines, Func: func(c *call, h *hit) bool {
			if _, ok := c.sub("system prune", "volume prune", "volume rm", "volume remove", "image prune", "container prune", "network prune", "network rm", "builder prune", "buildx prune", "buildx rm", "swarm leave", "stack rm",
				"service rm", "secret rm", "config rm", "context rm", "node rm", "pod rm", "pod prune", "system reset", "machine rm", "image rm", "rmi", "rm", "container rm", "plugin rm", "compose rm", "rmp", "stopp", "prune", "volume delete", "delete", "containers rm", "containers delete", "images rm", "tasks rm", "tasks kill", "snapshots rm", "namespaces rm", "c rm", "i rm", "t kill"); ok {
				if rest, ok := c.sub("rmi", "image rm"); ok && c.builtHere(rest) {
					return false
				}
				rest, one := c.sub("rm", "container rm")
				return !one || c.has("-v", "--volumes") || !c.startedHere(rest) && !c.startedAnew(rest)
			}
			if _, ok := c.sub("compose down", "down"); ok {
				if c.has("--rmi") || c.has("-v", "--volumes") && !c.cameUp() {
					return true
				}
				return c.has("--remove-orphans") && !c.j.comesUp() && h.as(Medium, "it also deletes containers of this project that the compose file does not name")
			}
			return false
		}},
		Yes: []string{"docker system prune -af", "docker volume prune -f", "docker rm -f x", "docker rm -f $(docker ps -aq)", "docker compose down -v", "docker rmi x", "docker -H tcp://x volume rm y", "docker-compose down --volumes", "podman system reset", "ctr containers rm x", "docker --context prod system prune", "docker compose -f a.yml down -v", "docker run -d --name a x; docker rm -f a b", "docker run -d --name a x; docker rm -fv a", "docker rm -f a; docker run -d --name b x", "docker rm -fv a; docker run -d --name a x", "docker rm -f a b; docker run --name a x", "docker compose up -d; docker compose down -v", "docker compose -f test.yml up -d; docker compose -f b.yml down -v", "docker compose -f test.yml up -d; docker compose -f test.yml -f b.yml down -v", "docker compose -f a.yml up -d; docker compose -f a.yml down -v", "docker compose -f test.yml up -d; cd x; docker compose -f test.yml down -v", "docker compose -f test.yml down -v; docker compose -f test.yml up -d", "docker compose -f latest.yml up -d; docker compose -f latest.yml down -v", "docker compose down --remove-orphans --rmi all", "docker compose down --remove-orphans", "docker --context prod rm -f a; docker --context prod run -d --name a x", "docker build -t a . && docker rmi b", "docker rmi a && docker build -t a ."},
		No:  []string{"docker build -t w:test . && docker run --rm w:test true && docker rmi w:test", "docker rm -f a 2>/dev/null; docker run -d --name a x", "docker compose down --remove-orphans && docker compose up -d", "docker compose up -d && docker compose ps && docker compose down --remove-orphans", "docker compose -f docker-compose.test.yml up -d && npm test; docker compose -f docker-compose.test.yml down -v", "docker compose -p ci up -d; docker compose -p ci down -v --remove-orphans", "docker run -d --name t x; docker exec t ls; docker rm -f t", `CID=$(docker run -d x); docker rm -f "$CID"`, "docker ps", "docker run --rm alpine true", "docker compose down", "docker images", "docker compose up -d", "docker system df", "docker run --rm alpine rm -rf /x"},
	},
	{
		ID: "containers.stop", Tier: Medium, Strict: High,
		Why:   "it stops containers that others may be using",
		Safer: "name the one container that is meant",
		Match: Match{Programs: engines, Sub: []string{"stop", "kill", "restart", "pause", "container stop", "container kill", "container restart", "compose stop", "compose kill", "compose restart", "compose down", "down", "swarm *", "service update", "service scale", "stack deploy", "update", "rename", "network disconnect", "pod stop", "node update", "node promote", "node demote", "checkpoint create"}, Func: func(c *call, h *hit) bool {
			return c.ops[0].lit != "compose" && c.name != "docker-compose" && c.name != "podman-compose" && !c.startedHere(h.rest) && !c.startedAnew(h.rest)
		}},
		Yes: []string{"docker stop web", "docker kill web", "docker restart x"},
		No:  []string{"docker compose down", "docker start x", "docker-compose stop", `CID=$(docker run -d x); docker stop "$CID"`},
	},
	{
		ID: "containers.host-in-container", Tier: High,
		Why:   "it hands the host's files, devices or rights to a container, which can then change anything on the machine",
		Safer: "mount only the project, read-only where that will do",
		Match: Match{Programs: engines, Sub: []string{"run", "create", "exec", "compose run", "container run", "container create"}, Func: containerEscapes},
		Yes: []string{"docker run --rm -v /:/host alpine chroot /host sh", "docker run --privileged x", "docker run -v /var/run/docker.sock:/var/run/docker.sock x", "docker run --pid=host x", "docker run --mount type=bind,source=/,target=/h x", "docker run --cap-add=SYS_ADMIN x", "docker run -v/etc:/e x", "docker run --device /dev/sda x",
			"podman run --volume /root:/r x", "docker run -v ~/.ssh:/root/.ssh x", "docker exec --privileged x sh"},
		No: []string{"docker run --rm --network=none alpine:3.20 true", "docker run -v $PWD:/src x", "docker run -v vol:/data x", "docker run --rm -it alpine sh", "docker run -v /home/me/project:/p x", "docker run alpine mount -v /:/x", "docker run -v /tmp/a:/a x"},
	},
	{
		ID: "containers.push", Tier: High, Below: true,
		Why:   "it publishes an image that others will run",
		Safer: "build and tag it, and let the person push",
		Match: Match{Programs: []string{"docker", "podman", "nerdctl", "buildah", "skopeo", "docker-compose"}, Func: func(c *call, h *hit) bool {
			if _, ok := c.sub("push", "image push", "compose push", "manifest push", "plugin push", "trust sign", "trust revoke", "copy", "sync"); ok {
				return true
			}
			_, ok := c.sub("build", "buildx build")
			return ok && c.has("--push")
		}},
		Yes: []string{"docker push a/b", "docker buildx build --push -t a/b .", "podman push x"},
		No:  []string{"docker build -t push .", "docker pull x"},
	},
	{
		ID: "containers.login", Tier: Medium,
		Why:   "it stores or drops credentials of a registry",
		Match: Match{Programs: engines, Sub: []string{"login", "logout"}},
		Yes:   []string{"docker login -u a", "podman logout x"},
		No:    []string{"docker info"},
	},
	{
		ID: "containers.context", Tier: Medium,
		Why:   "it changes which engine the following commands reach, or what the engine itself runs",
		Safer: "give --context to the one command",
		Match: Match{Programs: engines, Sub: []string{"context use", "context update", "context import", "plugin install", "plugin enable", "plugin disable", "plugin set", "system connection default", "system connection remove"}},
		Yes:   []string{"docker context use prod", "docker plugin install x"},
		No:    []string{"docker context ls", "docker --context prod ps"},
	},
	{
		ID: "containers.elsewhere", Tier: Medium, Below: true,
		Why:   "it changes what runs on another machine, or, by its name, in production",
		Safer: "only look there: ps, logs, inspect",
		Match: Match{Programs: engines, Func: func(c *call, h *hit) bool {
			if len(c.ops) == 0 {
				return false
			}
			if _, look := c.sub(c.prog.safe...); look || anyOperand(c.ops[:min(2, len(c.ops))], []string{"config", "build", "pull", "buildx"}) {
				return false
			}
			away := false
			c.values(func(a arg) {
				if !slices.Contains([]string{"default", "desktop-linux", "colima", "rootless", "orbstack", "minikube"}, a.lit) && !strings.HasPrefix(a.lit, "unix:") {
					away, h.target = true, a.lit
				}
			}, "--context", "-H", "--host")
			away = away || c.sets(h, func(name string, v arg) bool {
				return (name == "DOCKER_HOST" || name == "CONTAINER_HOST") && v.lit != "" && !strings.HasPrefix(v.lit, "unix:") && !local(v.lit) || name == "DOCKER_CONTEXT" && !slices.Contains([]string{"", "default", "desktop-linux", "colima", "rootless", "orbstack"}, v.lit)
			})
			if _, compose := c.sub("compose"); compose || strings.HasSuffix(c.name, "-compose") {
				c.values(func(a arg) {
					for _, word := range strings.FieldsFunc(strings.ToLower(a.lit), func(r rune) bool { return r < 'a' || r > 'z' }) {
						if word == "prod" || word == "production" {
							away, h.target = true, a.lit
						}
					}
				}, "-f", "--file", "-p", "--project-name", "--env-file", "--profile")
			}
			return away
		}},
		Yes: []string{"docker --context prod run x", "docker -H ssh://me@h compose up -d", "docker compose --context prod up", "DOCKER_HOST=ssh://prod docker compose up -d", "docker compose -f docker-compose.prod.yml up -d"},
		No:  []string{"docker --context prod ps", "docker --context default run x", "DOCKER_HOST=unix:///x docker run y", "docker compose -f docker-compose.prod.yml config", "docker compose -f docker-compose.prod.yml build", "docker compose -f dev.yml up -d"},
	},
	{
		ID: "containers.environment", Tier: Medium,
		Why:   "it prints a container's environment, where its passwords and tokens are",
		Safer: "ask for the one name that is meant: `docker exec NAME printenv PATH`",
		Match: Match{Programs: engines, Func: func(c *call, h *hit) bool {
			if rest, ok := c.sub("exec", "container exec", "compose exec", "compose run"); ok {
				return len(rest) > 1 && !c.piped() && (rest[1].lit == "env" && len(rest) == 2 || rest[1].lit == "printenv" && (len(rest) == 2 || secretName(rest[2].lit) || strings.HasSuffix(rest[2].lit, "_URL")))
			}
			if _, ok := c.sub("inspect", "container inspect"); ok {
				o, _ := c.option("-f", "--format")
				return strings.Contains(o.value.lit, ".Env")
			}
			return false
		}},
		Yes: []string{"docker exec web env", "docker compose exec web printenv DATABASE_URL", "docker inspect web --format '{{.Config.Env}}'", "docker inspect -f '{{range .Config.Env}}{{.}}{{end}}' web"},
		No:  []string{"docker exec web printenv PATH", "docker exec web env A=b ls", "docker exec web env | grep NODE_ENV", "docker inspect web", "docker inspect -f '{{.State.Status}}' web"},
	},
	{
		ID: "containers.machines", Tier: High,
		Why:   "it deletes or stops a virtual machine or system container",
		Safer: "list them, and take a snapshot first",
		Match: Match{Programs: []string{"lxc", "incus", "machinectl", "vagrant", "multipass", "virsh", "colima", "limactl", "orb", "VBoxManage", "prlctl", "qm", "pct", "distrobox", "toolbox", "lxc-destroy", "lxc-stop", "wsl"}, Func: func(c *call, h *hit) bool {
			if strings.HasPrefix(c.name, "lxc-") || c.name == "wsl" && c.has("--unregister", "--shutdown", "--terminate") {
				return true
			}
			return anyOperand(c.ops, []string{"delete", "destroy", "undefine", "stop", "terminate", "poweroff", "reboot", "kill", "purge", "unregistervm", "remove", "rm", "halt", "shutdown", "reset", "snapshot-delete", "snapshot-revert", "vol-delete", "pool-delete", "controlvm", "rollback", "restore"})
		}},
		Yes: []string{"virsh destroy vm", "virsh undefine vm --remove-all-storage", "vagrant destroy -f", "multipass delete --purge x", "lxc delete -f x", "VBoxManage unregistervm x --delete", "qm destroy 100"},
		No:  []string{"virsh list", "vagrant status", "multipass list", "lxc list", "vagrant up"},
	},
}

var engines = []string{"docker", "podman", "nerdctl", "docker-compose", "podman-compose", "crictl", "ctr", "buildah"}

// containerEscapes looks at the options before the image only: what follows it
// belongs to the container.
func containerEscapes(c *call, h *hit) bool {
	words := 1
	if c.ops[0].lit == "compose" || c.ops[0].lit == "container" {
		words = 2
	}
	for i := range c.opts {
		o := &c.opts[i]
		if o.before > words {
			break
		}
		v := o.value.lit
		switch {
		case o.long == "privileged" && v != "false":
			h.target = "--privileged"
			return true
		case (o.long == "pid" || o.long == "network" || o.long == "net" || o.long == "ipc" || o.long == "uts" || o.long == "userns") && v == "host" && o.long != "network" && o.long != "net":
			h.target = "--" + o.long + "=host"
			return true
		case o.long == "cap-add" && slices.Contains([]string{"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO", "SYS_PTRACE", "DAC_READ_SEARCH", "SYS_BOOT", "NET_ADMIN", "MKNOD"}, strings.TrimPrefix(strings.ToUpper(v), "CAP_")),
			o.long == "security-opt" && strings.Contains(v, "unconfined"),
			o.long == "device" && blockDevice(strings.SplitN(v, ":", 2)[0]):
			h.target = v
			return true
		case o.short == 'v' || o.long == "volume" || o.long == "mount":
			src := o.value
			if o.long == "mount" {
				for part := range strings.SplitSeq(v, ",") {
					if k, s, _ := strings.Cut(part, "="); k == "source" || k == "src" {
						src = arg{lit: s, exact: true}
					}
				}
			} else if s, _, ok := strings.Cut(v, ":"); ok {
				src = arg{lit: s, exact: true}
			}
			if hostPath(c, src.lit) {
				h.target = src.lit
				return true
			}
		}
	}
	return false
}

// hostPath reports whether a mounted path gives away more than work files.
func hostPath(c *call, p string) bool {
	if p == "" || p[0] != '/' && p[0] != '.' && p[0] != '*' && p[0] != '~' {
		return false // a named volume
	}
	if p[0] == '*' {
		return len(p) == 1
	}
	t := at(target{}, p, c.dir)
	if c.j.project(t) || t.path == c.j.f.Dir || t.temporary() {
		return false
	}
	return strings.HasSuffix(p, ".sock") || c.j.wipes(t) != "" || c.j.system(t) || below(t.path, "/dev") || hidden(c, touch{target: t})
}
