package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// status is hermes-confirmd status [--json]: what the daemon says of itself.
func status(args []string) error {
	fs := newFlags()
	asJSON := fs.Bool("json", false, "")
	if err := parse(fs, "status", args, 0, 0); err != nil {
		return err
	}
	ctx, cancel := callContext()
	defer cancel()
	h, err := confirm.NewClient(desk()).Health(ctx)
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(h)
	}
	line := fmt.Sprintf("answering since %s, pid %d, %s, %d waiting", time.Unix(int64(h.Started), 0).Format(time.DateTime), h.PID, h.Version, h.Pending)
	if h.Page != "" {
		line += ", page " + h.Page
	}
	if h.Screen {
		line += ", messages are screened"
	}
	_, err = fmt.Println(approve.Visible(line))
	return err
}
