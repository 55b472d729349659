package main

import (
	"sync"

	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// recorder keeps the audit logs of all users, for the machine's daemon.
func recorder() func(uid int, line system.Line) error {
	var logs sync.Map
	return func(uid int, line system.Line) error {
		log, ok := logs.Load(uid)
		if !ok {
			opened, err := audit.Open(system.UserHome(uid))
			if err != nil {
				return err
			}
			log, _ = logs.LoadOrStore(uid, opened)
		}
		return log.(*audit.Log).Append(line.Record, line.Durable)
	}
}
