package main

import (
	"os"
	"strconv"

	"github.com/hermes-exec/hermes-exec/supervisor/notify"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// services are those that policy lists, with the secrets that the environment
// holds. without hears of those whose secret it does not hold.
func services(list []policy.Notify, without func(p policy.Notify, why string)) []notify.Told {
	var told []notify.Told
	for _, p := range list {
		if why := unset(p); why != "" {
			without(p, why)
			continue
		}
		told = append(told, notify.Told{Service: service(p), Also: p.Also})
	}
	return told
}

func service(p policy.Notify) notify.Service {
	token, address := os.Getenv(p.TokenEnv), orElse(os.Getenv(p.URLEnv), p.URL)
	switch p.Service {
	case "telegram":
		t := &notify.Telegram{BaseURL: p.BaseURL, Token: token, Chat: number(p.Chat)}
		for _, u := range p.Users {
			t.Users = append(t.Users, number(u))
		}
		return t
	case "discord":
		return &notify.Discord{BaseURL: p.BaseURL, Token: token, Channel: p.Chat, PublicKey: p.PublicKey, Users: p.Users, Links: p.Links}
	case "slack":
		return &notify.Slack{
			BaseURL: p.BaseURL, Webhook: address, Token: token, Channel: p.Chat, Users: p.Users, SigningSecret: os.Getenv(p.SigningEnv), Links: p.Links,
		}
	case "ntfy":
		return &notify.Ntfy{BaseURL: p.BaseURL, Topic: orElse(os.Getenv(p.TopicEnv), p.Chat), Token: token, Links: p.Links}
	case "webhook":
		return &notify.Webhook{URL: address, Secret: os.Getenv(p.SigningEnv), Links: p.Links}
	}
	return &notify.Desktop{}
}

// number is a number that policy has read as one.
func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// unset says which environment variable a service names that holds nothing; ""
// where there is none.
func unset(p policy.Notify) string {
	for _, name := range [...]string{p.TokenEnv, p.URLEnv, p.TopicEnv, p.SigningEnv} {
		if name != "" && os.Getenv(name) == "" {
			return name + " is not set in the environment of the daemon"
		}
	}
	return ""
}
