package tiers

import "path"

// tokenOfTool knows the files below a home directory in which agents, package
// managers and services' own tools keep their tokens.
func tokenOfTool(rel string) bool {
	switch rel {
	case ".claude/.credentials.json", ".codex/auth.json", ".gemini/oauth_creds.json", ".qwen/oauth_creds.json", ".pi/agent/auth.json", ".local/share/opencode/auth.json", ".local/share/crush/crush.json", ".hermes/.env", ".hermes/auth.json",
		".config/github-copilot/apps.json", ".config/github-copilot/hosts.json", ".config/goose/secrets.yaml", ".continue/.env", ".config/io.datasette.llm/keys.json",
		".cache/huggingface/token", ".cache/huggingface/stored_tokens", ".huggingface/token", ".kaggle/kaggle.json", ".config/kaggle/kaggle.json", ".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties",
		".config/containers/auth.json", ".config/git/credentials", ".composer/auth.json", ".config/composer/auth.json", ".bundle/config", ".nuget/NuGet/NuGet.Config", ".config/pypoetry/auth.toml",
		".config/hcloud/cli.toml", ".config/ngrok/ngrok.yml", ".netlify/config.json", ".config/netlify/config.json", ".local/share/com.vercel.cli/auth.json", ".vercel/auth.json", ".oci/config", ".ovh.conf", ".streamlit/secrets.toml", ".circleci/cli.yml", ".wakatime.cfg":
		return true
	}
	return path.Dir(rel) == ".cloudflared" && path.Ext(rel) != ".yml"
}
