// Package demo is three small agents on loopback and the suites that measure them, for a first look at Assay.
//
//	did:web:demo.localhost:sums    A2A 1.0 by the Go SDK: sums, an echo, a count of words
//	did:web:demo.localhost:plain   plain HTTP, no card
//	did:web:demo.localhost:moody   the first one again, which misbehaves now and then: slow, an error page, a reset, nonsense
package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Agent is one agent of the demo, answering.
type Agent struct {
	Name, DID string
	Origin    string // such as http://127.0.0.1:8091
	Card      bool   // whether it has a card, at the well-known path
}

// Agents are the agents of the demo.
type Agents struct {
	List    []Agent
	servers []*http.Server
	done    sync.WaitGroup
}

// Ports are where the agents listen when nobody else does: sums, plain, moody. The record names them by DID, so another port changes
// where an agent is called, not who it is.
var Ports = [3]int{8091, 8092, 8093}

// Start starts the agents on loopback. A port that is taken is replaced by a free one, which is logged; port 0 takes a free one. Seed
// decides when the moody one misbehaves.
func Start(ports [3]int, seed uint64, log *slog.Logger) (*Agents, error) {
	agents := &Agents{}
	for i, a := range []struct {
		name    string
		card    bool
		handler func(origin string) http.Handler
	}{
		{"sums", true, func(origin string) http.Handler { return sums("Sums", origin) }},
		{"plain", false, func(string) http.Handler { return plain() }},
		{"moody", true, func(origin string) http.Handler { return moody(sums("Moody sums", origin), seed) }},
	} {
		ln, err := listen(a.name, ports[i], log)
		if err != nil {
			agents.Stop()
			return nil, err
		}
		origin := "http://" + ln.Addr().String()
		srv := &http.Server{Handler: a.handler(origin), ReadHeaderTimeout: 10 * time.Second}
		agents.done.Go(func() {
			if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
				log.Error("demo agent stopped", "agent", a.name, "error", err)
			}
		})
		agents.servers = append(agents.servers, srv)
		agents.List = append(agents.List, Agent{Name: a.name, DID: "did:web:demo.localhost:" + a.name, Origin: origin, Card: a.card})
	}
	return agents, nil
}

// Stop stops the agents and returns when they are gone.
func (a *Agents) Stop() {
	for _, s := range a.servers {
		_ = s.Close() // the listener is closed either way
	}
	a.done.Wait()
}

func listen(name string, port int, log *slog.Logger) (net.Listener, error) {
	ln, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err == nil {
		return ln, nil
	}
	ln, errFree := net.Listen("tcp", "127.0.0.1:0")
	if errFree != nil {
		return nil, fmt.Errorf("demo agent %s: %w", name, errFree)
	}
	log.WarnContext(context.Background(), "the demo agent's port is taken, so it listens on another one", "agent", name, "port", port, "now", ln.Addr(), "error", err)
	return ln, nil
}
