package tiers

import (
	"slices"
	"strings"
)

// clustersRules guard Kubernetes and other clusters.
var clustersRules = []Rule{
	{
		ID: "clusters.delete", Tier: High, Below: true,
		Why:   "it deletes what runs in a cluster, and often the data with it",
		Safer: "`kubectl get all` shows what is there; --dry-run=client what would go",
		Match: Match{Programs: clusterNames, Func: func(c *call, h *hit) bool {
			if o, ok := c.option("--dry-run"); ok && o.value.lit != "none" {
				return false
			}
			if rest, ok := c.sub("kubectl"); ok && len(rest) > 0 && c.name != "kubectl" && slices.Contains([]string{"delete", "drain", "apply", "create", "replace", "patch", "edit", "scale", "rollout", "exec", "run", "cordon", "taint", "set"}, rest[0].lit) {
				return true // rancher kubectl, k3s kubectl, minikube kubectl --
			}
			if _, ok := c.sub("delete", "drain", "uninstall", "del", "remove", "destroy", "rollback", "reset", "app delete", "app rollback", "undo", "job stop", "stop", "system gc", "namespace delete", "member remove", "kv delete", "snapshot restore", "uninstall *", "adm *", "delete cluster", "cluster delete", "cluster stop", "force-leave", "leave", "node drain", "rollout undo", "suspend", "restore create", "restore start", "backup delete", "restore delete", "schedule delete"); ok {
				return true
			}
			if _, ok := c.sub("replace"); ok {
				return c.has("--force")
			}
			return c.name == "tilt" && anyOperand(c.ops, []string{"down"}) || c.name == "etcdctl" && anyOperand(c.ops, []string{"del", "rm", "rmdir", "restore", "defrag", "compact"}) || c.has("--prune") || slices.Contains([]string{"k3s-uninstall.sh", "k3s-killall.sh", "k3s-agent-uninstall.sh"}, c.name) || c.name == "k3s" && anyOperand(c.ops, []string{"*uninstall*"})
		}},
		Yes: []string{"rancher kubectl delete pod x", "k3s kubectl drain n", "minikube kubectl -- delete pod x", "kubectl delete namespace production", "kubectl --context prod delete ns staging", "kubectl -n x delete pod y", "kubectl drain node1", "kubectl replace --force -f x.yaml", "helm uninstall x", "helm -n a delete b", "helm rollback x 1", "velero backup delete x", "k3s-uninstall.sh", "oc delete project x", "rke remove", "tilt down", "helmfile -e prod destroy", "velero restore create --from-backup b", "kubeadm reset", "kubectl apply --prune -f .", "minikube delete", "etcdctl del --prefix x", "kind delete cluster", "eksctl delete cluster x", "kubectl --namespace=x delete deploy y"},
		No:  []string{"k3s kubectl get pods", "kubectl get pods", "kubectl describe pod delete", "kubectl delete pod x --dry-run=client", "helm list", "kubectl logs x", "kubectl config current-context", "kubectl -n delete get pods"},
	},
	{
		ID: "clusters.change", Tier: High, Below: true,
		Why:   "it changes what runs in a cluster: a deployment",
		Safer: "`kubectl diff -f FILE` and `helm diff upgrade NAME CHART` show what it would do",
		Match: Match{Programs: clusterNames, Sub: []string{"apply", "create", "replace", "patch", "edit", "scale", "autoscale", "set *", "rollout restart", "rollout pause", "rollout resume", "cordon", "uncordon", "taint", "label", "annotate", "expose", "run", "install", "upgrade", "sync", "deploy", "app sync", "app set", "app create", "reconcile", "bootstrap", "auth reconcile", "certificate *", "job run", "kv put", "put", "init", "join", "new-app", "start-build", "import", "adm", "debug", "app terminate-op", "cp"}, Func: func(c *call, h *hit) bool {
			if o, ok := c.option("--dry-run"); ok && (o.value.lit != "none") {
				return false
			}
			switch c.name {
			case "minikube", "kind", "k3d", "tilt", "skaffold", "kustomize":
				return h.as(Medium, "it changes a cluster on this machine")
			}
			if rest, ok := c.sub("cp"); ok && len(rest) == 2 && rest[1].exact && !strings.Contains(rest[1].lit, ":") && c.j.project(c.target(rest[1])) {
				return false // out of a pod, into the project
			}
			switch c.ops[0].lit {
			case "label", "annotate", "run", "cp", "debug", "expose", "create":
				return h.as(Medium, "it changes what runs in a cluster")
			}
			return true
		}},
		Yes: []string{"kubectl apply -f x.yaml", "helm upgrade --install x y", "kubectl scale deploy x --replicas=0", "kubectl edit cm x", "kubectl rollout restart deploy/x", "kubectl cordon n", "argocd app sync x", "kubectl patch x -p y", "kubectl run x --image=y", "kubectl cp a x:/a", "kubectl cp x:/a /etc/a"},
		No:  []string{"kubectl cp x:/a ./a", "kubectl get x", "kubectl apply --dry-run=server -f x", "helm template x", "kubectl diff -f x", "kubectl rollout status deploy/x", "helm lint x"},
	},
	{
		ID: "clusters.secrets", Tier: High,
		Why:   "it prints secrets of the cluster",
		Safer: "`kubectl describe secret NAME` shows the names without the values",
		Match: Match{Programs: []string{"kubectl", "oc", "k"}, Sub: []string{"get secret", "get secrets", "get secret/*", "get secrets/*", "create token", "serviceaccounts get-token", "config view"}, Func: func(c *call, h *hit) bool {
			if _, ok := c.sub("config view"); ok {
				return c.has("--raw")
			}
			return c.has("-o", "--output", "--template") || c.ops[0].lit != "get"
		}},
		Yes: []string{"kubectl get secret x -o yaml", "kubectl -n a get secrets -o json", "kubectl create token x", "kubectl config view --raw"},
		No:  []string{"kubectl get secrets", "kubectl get pods -o yaml", "kubectl config view"},
	},
	{
		ID: "clusters.exec", Tier: Medium, Below: true,
		Why:   "it runs a command in a container of a cluster",
		Safer: "`kubectl logs POD` and `kubectl describe pod POD` only look",
		Match: Match{Programs: []string{"kubectl", "oc", "k", "nomad", "k9s"}, Sub: []string{"exec", "attach", "rsh", "alloc exec", "port-forward", "proxy"}, Func: func(c *call, h *hit) bool {
			if slices.Contains([]string{"port-forward", "proxy"}, c.ops[0].lit) {
				o, ok := c.option("--address", "--accept-hosts")
				return ok && !local(o.value.lit) || ok && o.value.lit == "0.0.0.0"
			}
			return !c.looksInPod(h.rest)
		}},
		Yes: []string{"kubectl exec -it pod -- sh", "oc rsh pod", "kubectl -n a exec p -- rm -rf /data", "kubectl exec p -- sh -c 'ls; rm x'", "kubectl exec p -- sh -c 'cat x > y'", "kubectl exec p -- sh -c 'echo $DB_PASSWORD'", "kubectl exec p -- sh -c 'curl -X POST localhost/x'", "kubectl exec p -- curl -s https://x", "kubectl exec p -- sh -c 'ls' x", "kubectl exec p -- sh -v", "kubectl exec p -- sh -c 'cat x | sh'", "kubectl exec p -- sh -c env", "kubectl exec p -- node -e 1", "kubectl port-forward --address 0.0.0.0 svc/x 80"},
		No:  []string{"kubectl logs p", "kubectl port-forward p 80", "kubectl exec -n a deploy/p -- cat /etc/x", "kubectl exec deploy/p -- node -v", "kubectl exec -it p -- sh -c 'ls /app; cat /app/x'", "kubectl exec p -- sh -c 'curl -s localhost:8080/health'", "kubectl exec p -- curl -fsS http://127.0.0.1:8080/ready"},
	},
	{
		ID: "clusters.context", Tier: Medium,
		Why:   "it changes which cluster the following commands reach",
		Safer: "give --context to the one command",
		Match: Match{Programs: []string{"kubectl", "oc", "k", "kubectx", "kubens", "argocd"}, Func: func(c *call, h *hit) bool {
			if c.name == "kubectx" || c.name == "kubens" {
				return len(c.ops) > 0 || c.has("-d")
			}
			_, ok := c.sub("config use-context", "config set*", "config delete-*", "config unset", "config rename-context", "login", "logout", "relogin", "project *")
			return ok
		}},
		Yes: []string{"kubectl config use-context prod", "kubectl config delete-context x", "kubectx prod", "argocd login x"},
		No:  []string{"kubectl config current-context", "kubectl config view", "kubectx"},
	},
}

// onlyPrints reports whether the command that follows the pod's name is one
// that prints what is there, whatever its options.
func onlyPrints(words []arg) bool {
	if len(words) < 2 || !words[1].exact {
		return false
	}
	switch p := programOf(base(words[1].lit)); p {
	case &looker, &reader, &searcher, &state, &printer:
		return true
	}
	return slices.Contains([]string{"date", "hostname"}, words[1].lit) && len(words) == 2
}

var clusterNames = []string{"kubectl", "oc", "k", "helm", "kubeadm", "minikube", "kind", "k3d", "k3s", "k3s-uninstall.sh", "k3s-killall.sh", "k3s-agent-uninstall.sh", "argocd", "flux", "istioctl", "eksctl", "rancher", "skaffold", "tilt", "velero", "etcdctl", "talosctl", "kops", "nomad", "consul", "linkerd", "helmfile", "rke", "rke2", "k0s", "k0sctl", "microk8s", "vcluster", "kubespray", "rosa", "clusterctl", "crossplane"}
