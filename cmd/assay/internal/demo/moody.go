package demo

import (
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// mood is how the moody agent takes a request.
type mood int

const (
	well mood = iota
	slow
	broken
	resetting
	babbling
)

// slowness is how late a slow answer is: over what the example suites call quick.
const slowness = 800 * time.Millisecond

// moods draws a mood a request: about one in five is a bad one. The same seed gives the same sequence.
func moods(seed uint64) func() mood {
	var mu sync.Mutex
	draw := rand.New(rand.NewPCG(seed, 0))
	return func() mood {
		mu.Lock()
		defer mu.Unlock()
		if n := draw.IntN(20); n < 4 {
			return slow + mood(n)
		}
		return well
	}
}

// moody misbehaves now and then before the agent behind it gets the request. Its card is always served well.
func moody(agent http.Handler, seed uint64) http.Handler {
	next := moods(seed)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == a2asrv.WellKnownAgentCardPath {
			agent.ServeHTTP(w, r)
			return
		}
		switch next() {
		case slow:
			select {
			case <-time.After(slowness):
				agent.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		case broken:
			http.Error(w, "The agent is indisposed.", http.StatusInternalServerError)
		case resetting:
			reset(w)
		case babbling:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":null,"result":"colourless green ideas`) // cut off on purpose
		default:
			agent.ServeHTTP(w, r)
		}
	})
}

// reset drops the connection without an answer, so that the caller sees a reset rather than an end.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // without it the close would be an orderly one
	}
	_ = conn.Close()
}
