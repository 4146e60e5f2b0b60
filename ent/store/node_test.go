package store_test

import (
	"strings"
	"testing"

	"assay/internal/dbtest"
)

func TestANodesNameIsOneProcess(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		first, second := dbtest.Open(t, url), dbtest.Open(t, url)
		unlock, err := first.LockNode(t.Context(), "n")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := second.LockNode(t.Context(), "n"); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("the same name twice: %v", err)
		}
		taken := make(chan error, 1)
		go func() {
			unlock, err := second.LockNode(t.Context(), "n")
			if err == nil {
				defer unlock()
			}
			taken <- err
		}()
		unlock()
		if err := <-taken; second.Postgres() && err != nil { // which waits a moment for it
			t.Errorf("after the first is gone: %v", err)
		}
	})
}
