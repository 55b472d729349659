package store

import (
	"context"
	"errors"
	"fmt"
)

// maxBatch is how many changes share a transaction at most.
const maxBatch = 512

// change is one thing to be written; done gets the outcome once it is durable.
type change struct {
	do   func(ctx context.Context) error
	done chan error
}

// commit hands a change to the writer and waits until it is on the disk.
func (s *Store) commit(do func(ctx context.Context) error) error {
	c := change{do, make(chan error, 1)}
	select {
	case s.changes <- c:
	case <-s.closing:
		return ErrClosed
	}
	select {
	case err := <-c.done:
		return err
	case <-s.closed: // it may have been written by the last batch
		select {
		case err := <-c.done:
			return err
		default:
			return ErrClosed
		}
	}
}

// write is the one writer: it takes all changes that wait into one transaction.
func (s *Store) write() {
	defer close(s.closed)
	batch := make([]change, 0, maxBatch)
	for {
		select {
		case c := <-s.changes:
			batch = append(batch[:0], c)
		case <-s.closing:
			if batch = s.waiting(batch[:0]); len(batch) == 0 {
				return
			}
		}
		s.apply(s.waiting(batch))
	}
}

// waiting adds to a batch what has come in meanwhile.
func (s *Store) waiting(batch []change) []change {
	for len(batch) < maxBatch {
		select {
		case c := <-s.changes:
			batch = append(batch, c)
		default:
			return batch
		}
	}
	return batch
}

// apply writes a batch. Where one change of it fails each gets a transaction of
// its own, so that it fails alone.
func (s *Store) apply(batch []change) {
	err := s.transaction(batch)
	if err != nil && len(batch) > 1 {
		for i := range batch {
			batch[i].done <- s.transaction(batch[i : i+1])
		}
		return
	}
	for i := range batch {
		batch[i].done <- err
	}
}

func (s *Store) transaction(batch []change) error {
	ctx := context.Background()
	if _, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("write the database: %w", err)
	}
	var err error
	for i := range batch {
		if err = batch[i].do(ctx); err != nil {
			break
		}
	}
	if err == nil {
		_, err = s.conn.ExecContext(ctx, "COMMIT")
	}
	if err == nil {
		return nil
	}
	// After a full disk SQLite may have rolled back by itself, and then says
	// that there is no transaction: nothing was written either way.
	if _, back := s.conn.ExecContext(ctx, "ROLLBACK"); back != nil {
		err = errors.Join(err, back)
	}
	return fmt.Errorf("write the database: %w", err)
}
