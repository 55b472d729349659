package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/mcp"
)

// mcpList is hermes-exec mcp list [--json].
func mcpList(args []string) (supervisor.Status, error) {
	fs := newFlags("mcp")
	asJSON := fs.Bool("json", false, "")
	if err := parseFlags(fs, args, 0); err != nil {
		return supervisor.Status{}, err
	}
	list, err := mcp.List(newWorld().mcpDir())
	if err != nil {
		err = fmt.Errorf("mcp list: %w", err) // what could be read is shown all the same
	}
	write := printServers
	if *asJSON {
		write = func(to io.Writer, list []mcp.Server) error { return writeJSON(to, list) }
	}
	if writeErr := write(os.Stdout, list); err == nil {
		err = writeErr
	}
	return supervisor.Status{}, err
}

// printServers is the table for people. Names are as lock.CheckName has them;
// those of clients are anyone's choice.
func printServers(to io.Writer, list []mcp.Server) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(to, "no servers")
		return err
	}
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tPID\tSTATE\tSINCE\tCLIENT\tMEMORY")
	for _, s := range list {
		pid, client := "-", "-"
		if s.PID > 0 {
			pid = strconv.Itoa(s.PID)
		}
		if s.Client != nil {
			client = visible(s.Client.String())
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, pid, s.State, s.Since.Local().Format(time.DateTime), client, memoryText(s.Memory))
	}
	return t.Flush()
}

func memoryText(bytes int64) string {
	if bytes == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}
