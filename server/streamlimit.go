package server

import (
	"net/http"
	"strconv"
	"sync"
)

// defaultStreams is how many streams one address may hold at once.
const defaultStreams = 100

// streamRetry is when one who holds too many streams may try again, in seconds. They end when their holder ends them.
const streamRetry = 10

// limitStreams answers 429 to an address (IPv6: to a /64) that holds too many streams, websockets and server-sent events together: each
// takes a connection and memory for as long as its holder likes. 0: the default; negative: no limit.
func limitStreams(most int, clients proxies) middleware {
	if most == 0 {
		most = defaultStreams
	}
	held := holders{most: most, streams: map[string]int{}}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if most < 0 || !isStream(r) {
				next.ServeHTTP(w, r)
				return
			}
			holder := network(clients.client(r))
			if !held.take(holder) {
				w.Header().Set("Retry-After", strconv.Itoa(streamRetry))
				refuse(w, r, http.StatusTooManyRequests, "rate_limited", "too many streams are open from your address; at most "+strconv.Itoa(most)+" may be")
				return
			}
			defer held.give(holder)
			next.ServeHTTP(w, r)
		})
	}
}

// holders counts who holds how many streams. Who holds none takes no room.
type holders struct {
	most int

	mu      sync.Mutex
	streams map[string]int
}

func (h *holders) take(holder string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams[holder] >= h.most {
		return false
	}
	h.streams[holder]++
	return true
}

func (h *holders) give(holder string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams[holder]--; h.streams[holder] == 0 {
		delete(h.streams, holder)
	}
}
