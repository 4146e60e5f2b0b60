package graph

import (
	"testing"
)

// TestScripts asks the whole product, from empty. Of the places, <good> and <mute> are agents' hosts; nobody listens at the second.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		name   string
		agents int
	}{
		{"access", 1}, {"agents", 1}, {"suites", 1}, {"runs", 1}, {"gate", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.agents)
			runScript(t, w.door, "testdata/app/"+c.name+".txtar", map[string]string{"<good>": newAgent(t), "<mute>": "127.0.0.1:9"})
		})
	}
}
