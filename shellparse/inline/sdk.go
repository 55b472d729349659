package inline

import "strings"

// sdk is a package whose objects do on a service, or to what is kept here,
// what a program of a shell does. Such objects come from everywhere: a call of
// one is known by its name in a text that uses the package.
type sdk struct {
	packages string // as they are imported: "@scope/" is all packages of a scope
	calls    []sdkCall
}

// sdkCall is a call of such an object. like is as in [call], without the
// object among its arguments.
type sdkCall struct {
	names string // separated by blanks; "delete*" is all that begin so
	like  string
	needs string // it counts only with one of these arguments; "-" is without any
}

var sdks = [...]sdk{
	{"git pygit2 dulwich simple-git isomorphic-git nodegit rugged", []sdkCall{
		{"push push_refs pushTags push_tags push_mirror", "git push", ""},
		{"reset clean rm rebase filter_branch revert", "git $0 $@", ""},
		{"execute", "run: $@", ""},
		{"raw", "git $@", ""},
		{"delete_remote delete_tag delete_head deleteBranch deleteLocalBranch", "git branch -D *", ""},
	}},
	{"docker podman python_on_whales dockerode", []sdkCall{
		{"remove remove_container remove_image remove_volume", "docker rm -f *", ""},
		{"prune prune_containers prune_images prune_volumes pruneContainers pruneImages pruneVolumes", "docker system prune -f", ""},
		{"stop kill restart pause", "docker stop *", ""},
		{"run create create_container createContainer", "docker run --privileged $1", "privileged volumes binds pid_mode ipc_mode network_mode cap_add devices mounts HostConfig"},
		{"push", "docker push $1", ""},
	}},
	{"boto3 botocore aioboto3 aiobotocore aws-sdk @aws-sdk/", []sdkCall{
		{"delete* terminate* remove* purge* deregister* destroy* Delete* Terminate*", "aws api delete-resource", ""},
		{"put_* modify_* reboot_* run_instances run_task start_instances stop_instances send_message send_email publish invoke attach_* detach_* upload_file upload_fileobj create_bucket create_stack update_stack create_user create_access_key create_role create_policy create_function update_function_code create_table create_queue create_topic create_cluster create_service update_service create_volume create_snapshot create_image create_secret update_secret putObject createBucket sendMessage runInstances", "aws api update-resource", ""},
		{"get_secret_value getSecretValue", "aws secretsmanager get-secret-value", ""},
	}},
	{"kubernetes kubernetes_asyncio pykube @kubernetes/", []sdkCall{
		{"delete*", "kubectl delete resource", ""},
		{"create_namespace* create_cluster* patch_namespace* patch_cluster* replace_namespace* replace_cluster* createNamespaced* patchNamespaced* replaceNamespaced* create_from_yaml", "kubectl apply -f *", ""},
		{"connect_get_namespaced_pod_exec connect_post_namespaced_pod_exec", "kubectl exec *", ""},
		{"read_namespaced_secret list_namespaced_secret readNamespacedSecret", "kubectl get secret -o yaml", ""},
	}},
	{"google.cloud googleapiclient azure @google-cloud/ @azure/", []sdkCall{
		{"delete* begin_delete* remove*", "gcloud api delete", ""},
		{"create_* begin_create* upload_from_filename upload_from_string insert_rows* update_document patch_*", "gcloud api update", ""},
	}},
	{"github gitlab jira @octokit/ octokit gitea", []sdkCall{
		{"delete* remove_from_collaborators", "gh repo delete *", ""},
		{"create_issue create_pull create_comment create_issue_comment create_review create_file update_file create_git_* create_repo create_release create_fork edit merge add_to_* createComment create_issue_link add_comment transition_issue", "gh pr merge *", ""},
	}},
	{"slack_sdk slack slack_bolt slack_sdk.webhook @slack/ discord telegram telebot telethon aiogram tweepy twitter pushover apprise yagmail sendgrid mailgun postmarker vonage discord.js telegraf node-telegram-bot-api", []sdkCall{
		{"chat_* chat.postMessage postMessage send send_message sendMessage send_photo send_document reply_text create_tweet createTweet update_status files_upload files_upload_v2 notify", "send_message *", ""},
	}},
	{"twilio plivo", []sdkCall{{"create", "send_message *", ""}}},
	{"keyring secretstorage keytar", []sdkCall{{"get_password get_credential getPassword findPassword findCredentials get_secret", "secret-tool lookup $1 $2", ""}}},
	{"browser_cookie3 browsercookie rookiepy pycookiecheat", []sdkCall{{"chrome chromium firefox edge brave opera safari load chrome_cookies", "cat .mozilla/firefox/cookies.sqlite", ""}}},
	{"crontab", []sdkCall{{"write write_to_user remove_all", "crontab -", ""}}},
	{"dbus pydbus jeepney sdbus dbus_next", []sdkCall{
		{"Reboot PowerOff Halt Suspend Hibernate KExec", "reboot", ""},
		{"StopUnit RestartUnit KillUnit DisableUnitFiles MaskUnitFiles", "systemctl stop $1", ""},
	}},
	{"ansible_runner", []sdkCall{{"run run_async run_command", "ansible all -a *", ""}}},
	{"nox", []sdkCall{{"run run_always", "run: $@", ""}}},
	{"fsspec s3fs gcsfs fs smbclient", []sdkCall{{"rm rm_file rmdir delete removetree remove removedir", "rm -rf -- $1", ""}}},
	{"pycurl", []sdkCall{{"perform", "curl -d @- *", ""}}},
	{"pymongo motor mongoengine mongoose mongodb", []sdkCall{
		{"drop_database drop_collection delete_many dropDatabase dropCollection deleteMany", "mongosh --eval db.dropDatabase()", ""},
		{"drop", "mongosh --eval db.dropDatabase()", "-"},
	}},
	{"redis aioredis valkey", []sdkCall{{"flushall flushdb flushAll flushDb", "redis-cli FLUSHALL", ""}}},
	{"elasticsearch opensearchpy @elastic/", []sdkCall{{"delete delete_by_query deleteByQuery", "curl -X DELETE *", ""}}},
	{"sequelize typeorm knex @prisma/client prisma", []sdkCall{
		{"drop", "dropdb *", "-"},
		{"dropTable dropTableIfExists dropDatabase dropSchema truncate", "dropdb *", ""},
	}},
	{"npm libnpmpublish", []sdkCall{{"publish unpublish", "npm publish", ""}}},
}

// sdkOf finds the package by the name it is imported under; nil for another.
func sdkOf(name string) *sdk {
	for i := range sdks {
		for p := range strings.FieldsSeq(sdks[i].packages) {
			if rest, ok := strings.CutPrefix(name, p); ok && (rest == "" || rest[0] == '.' || rest[0] == '/' || strings.HasSuffix(p, "/")) {
				return &sdks[i]
			}
		}
	}
	return nil
}

// find gives the row of a call; named are the arguments that were given by
// name, and empty says that there are none at all.
func (s *sdk) find(name string, named []string, empty bool) *sdkCall {
	for i := range s.calls {
		c := &s.calls[i]
		for n := range strings.FieldsSeq(c.names) {
			head, all := strings.CutSuffix(n, "*")
			if n != name && !(all && strings.HasPrefix(name, head)) {
				continue
			}
			for _, arg := range named {
				if hasWord(c.needs, arg) {
					return c
				}
			}
			if c.needs == "" || c.needs == "-" && empty {
				return c
			}
		}
	}
	return nil
}

// does is the effect of a call with these arguments.
func (c *sdkCall) does(name string, args []Value, pos, end int) []Effect {
	r := &run{}
	like := strings.ReplaceAll(c.like, "$0", strings.ReplaceAll(name, "_", "-"))
	r.effect(&call{like: like}, name, args, nil, pos, end)
	for _, e := range r.effects {
		for i, v := range e.Argv {
			if s, ok := v.Exact(); ok && s == "*" {
				e.Argv[i] = unknown()
			}
		}
	}
	return r.effects
}
