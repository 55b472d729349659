package tiers

import (
	"slices"
	"strings"
)

// messagingRules guard what is said in the user's name.
var messagingRules = []Rule{
	{
		ID: "messaging.send", Tier: Medium, Below: true,
		Why:   "it sends a message in the user's name",
		Safer: "show the text, and let the person send it",
		Match: Match{Programs: messengers, Func: func(c *call, h *hit) bool {
			switch c.name {
			case "mail", "mailx", "s-nail", "mutt", "neomutt":
				return len(c.ops) > 0 || c.HasIn || c.has("-s", "-t")
			case "write":
				return len(c.ops) > 0 && (c.HasIn || c.Stage > 0 || len(c.Redirs) > 0)
			case "nats":
				return anyOperand(c.args, []string{"pub", "publish", "request", "req", "reply"}) && !c.ownBroker()
			case "kcat", "kafkacat":
				return c.has("-P") && !c.ownBroker()
			case "mosquitto_pub", "kafka-console-producer":
				return !c.ownBroker()
			case "himalaya":
				return anyOperand(c.ops, []string{"send", "reply", "forward", "delete", "move", "write"})
			case "signal-cli", "telegram-cli", "twilio", "slack", "slack-cli", "discord", "matrix-commander", "wacli":
				_, look := c.sub("receive", "list*", "version", "help")
				return len(c.args) > 0 && !look
			}
			return true
		}},
		Yes: []string{"mail -s hi bob", "sendmail bob", "telegram-send hello", "echo hi | mail bob", "slack chat send x", "ntfy publish t x", "wall hello", "write bob < msg", "signal-cli send -m x y", "send_message hi", "apprise -b x y", "mosquitto_pub -t a -m b", "nats pub a b", "kafka-console-producer --topic x --broker-list y", "kcat -P -t x", "mosquitto_pub -h broker.example.com -t a -m b", "kcat -P -b localhost:9092,kafka.example.com -t x", "kafka-console-producer --topic x --bootstrap-server localhost --bootstrap-server y:9092"},
		No:  []string{"mosquitto_pub -h localhost -t a -m b", "echo x | kcat -P -b localhost:9092 -t x", "nats -s nats://127.0.0.1:4222 pub a b", "notify-send done", "echo mail", "mail", "himalaya list", "nats sub a", "kcat -C -t x"},
	},
	{
		ID: "messaging.delete", Tier: High, Below: true,
		Why:   "it deletes messages that others have not read yet",
		Safer: "list them first",
		Match: Match{Programs: []string{"nats", "pulsar-admin", "kcat", "mosquitto_rr", "beanstool", "rsmq"}, Func: func(c *call, h *hit) bool {
			return anyOperand(c.args, []string{"rm", "del", "delete", "purge", "unload", "clear-backlog", "skip-all", "expire-messages"})
		}},
		Yes: []string{"nats stream rm ORDERS -f", "nats kv del b k", "nats stream purge x"},
		No:  []string{"nats stream ls", "nats stream info x"},
	},
	{
		ID: "messaging.web-hook", Tier: Medium, Below: true,
		Why:   "it sends a message to a chat service",
		Safer: "show the text, and let the person send it",
		Match: Match{Programs: []string{"curl", "wget", "http", "xh", "curlie", "https"}, Func: func(c *call, h *hit) bool {
			if !messageService(c) {
				return false
			}
			return sends(c) || c.anyArgHas("sendMessage") || c.anyArgHas("chat.postMessage")
		}},
		Yes: []string{"curl -d text=x https://api.telegram.org/bot1/sendMessage", "curl -X POST https://hooks.slack.com/services/a", "curl -d hi ntfy.sh/topic", "curl -d text=x https://discord.com/api/webhooks/1/x", "curl -d text=x https://discordapp.com/api/webhooks/1/x", "curl -d text=x https://slack.com/api/chat.postMessage", "curl -d text=x https://api.twilio.com/2010/Messages", "curl -d text=x https://api.pushover.net/1/messages.json", "curl -d text=x https://api.sendgrid.com/v3/mail/send", "curl -d text=x https://api.mailgun.net/v3/x/messages", "curl -d text=x https://example.webhook.office.com/x", "curl -d text=x https://chat.googleapis.com/v1/spaces/a/messages", "curl -d text=x https://matrix.example.org/_matrix/client/v3/rooms/a/send/m", "curl -d text=x https://graph.facebook.com/v19/me/messages", "curl -d text=x https://api.postmarkapp.com/email", "curl -d text=x https://api.pagerduty.com/incidents"},
		No:  []string{"curl https://api.telegram.org/bot1/getMe", "curl -d a=b https://example.com"},
	},
	{
		ID: "messaging.hermes", Tier: Medium, Below: true,
		Why: "it sends a message, or changes how the agent runs",
		Match: Match{Programs: []string{"hermes"}, Sub: []string{"send", "send_message", "message", "config set", "config edit", "gateway stop", "gateway restart", "gateway start", "gateway install", "gateway uninstall", "uninstall", "update", "cron *", "pairing *", "tools *", "skills install", "mcp add", "mcp remove", "auth *", "login", "logout", "setup"}, Func: func(c *call, h *hit) bool {
			switch c.ops[0].lit {
			case "send", "send_message", "message":
				return true
			}
			_, look := c.sub("cron list", "cron status", "tools list", "pairing list", "auth list", "auth status")
			return !look && h.as(High, "it changes how the agent itself runs")
		}},
		Yes: []string{"hermes send hello", "hermes gateway restart", "hermes config set x y"},
		No:  []string{"hermes status", "hermes config show", "hermes cron list"},
	},
}

var messengers = []string{"mail", "mailx", "s-nail", "sendmail", "mutt", "neomutt", "swaks", "msmtp", "ssmtp", "exim", "telegram-send", "telegram-cli", "slack", "slackcat", "slack-cli", "discord", "discord.sh", "ntfy", "pushover", "signal-cli", "twilio", "wall", "xmpp", "sendxmpp", "matrix-commander", "apprise",
	"send_message", "write", "himalaya", "mosquitto_pub", "zulip-send", "blat", "wacli", "imsg", "nats", "kcat", "kafkacat", "kafka-console-producer"}

// ownBroker reports whether a queue's client is given the address of a broker
// on this machine, and no other.
func (c *call) ownBroker() bool {
	found := false
	for i, a := range c.args {
		name, value, glued := strings.Cut(a.lit, "=")
		if !slices.Contains([]string{"-h", "--host", "-b", "-s", "--server", "--bootstrap-server", "--broker-list"}, name) {
			continue
		}
		if !glued && i+1 < len(c.args) && c.args[i+1].exact {
			value = c.args[i+1].lit
		}
		if value == "" || !a.exact || strings.Contains(value, ",") || !local(value) {
			return false
		}
		found = true
	}
	return found
}

// messageService reports whether an HTTP client speaks to a chat or
// notification service.
func messageService(c *call) bool {
	for _, a := range c.ops {
		for _, s := range [...]string{"api.telegram.org", "discord.com/api", "discordapp.com/api", "hooks.slack.com", "slack.com/api", "ntfy.sh", "api.twilio.com", "api.pushover.net", "api.sendgrid.com", "api.mailgun.net", "webhook.office.com", "chat.googleapis.com", "matrix/client", "graph.facebook.com", "api.postmarkapp.com", "api.pagerduty.com"} {
			if strings.Contains(a.lit, s) {
				return true
			}
		}
	}
	return false
}
