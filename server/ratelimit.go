package server

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"assay/app"
)

// Rate is how often one caller may call: a bucket of Burst requests that fills with PerSecond.
type Rate struct {
	PerSecond float64 // 0: the default; negative: no limit
	Burst     int     // 0: the default
}

// RateLimits are the rates of /api, /graphql, /auth and what is below /log. A websocket counts once, when it is opened.
type RateLimits struct {
	Anonymous Rate // per address (IPv6: per /64), also for wrong credentials. Default: 20 a second, burst 100
	Key       Rate // per key, and per user who is signed in. Default: 200 a second, burst 1000
}

func (r Rate) or(byDefault Rate) Rate {
	if r.PerSecond == 0 {
		r.PerSecond = byDefault.PerSecond
	}
	if r.Burst == 0 {
		r.Burst = byDefault.Burst
	}
	return r
}

// limitRates answers 429, and when to come back, to those who call too often.
func limitRates(limits RateLimits, clients proxies, now func() time.Time) middleware {
	anonymous := newBuckets(limits.Anonymous.or(Rate{20, 100}), now)
	keys := newBuckets(limits.Key.or(Rate{200, 1000}), now)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var wait time.Duration
			switch p := app.Caller(r.Context()); {
			case !asksForCaller(r):
			case p.Key != nil:
				wait = keys.take(p.Key.ID)
			case p.User != nil:
				wait = keys.take(p.User.ID)
			case p.PlatformAdmin:
				wait = keys.take("admin")
			default:
				wait = anonymous.take(network(clients.client(r)))
			}
			if wait > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
				refuse(w, r, http.StatusTooManyRequests, "rate_limited", "too many requests; Retry-After says in how many seconds to come back")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// network is what one caller can be taken to own: an IPv4 address, a /64 of IPv6.
func network(a netip.Addr) string {
	if a.Is6() {
		p, _ := a.Prefix(64)
		return p.String()
	}
	return a.String()
}

// maxBuckets bounds the memory that strangers can make a table of buckets take: twice as many are kept at most.
const maxBuckets = 10_000

// buckets keeps a token bucket per caller, in two generations: when the young one is full, it becomes the old one and the old one is
// forgotten. Who keeps calling is moved to the young one and keeps its bucket.
type buckets struct {
	rate Rate
	now  func() time.Time

	mu         sync.Mutex
	young, old map[string]*rate.Limiter
}

func newBuckets(r Rate, now func() time.Time) *buckets {
	return &buckets{rate: r, now: now, young: map[string]*rate.Limiter{}}
}

// take takes one request out of a caller's bucket, or says how long until there is one.
func (b *buckets) take(caller string) (wait time.Duration) {
	if b.rate.PerSecond < 0 {
		return 0
	}
	now := b.now()
	reservation := b.of(caller).ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (b *buckets) of(caller string) *rate.Limiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l, ok := b.young[caller]; ok {
		return l
	}
	l, ok := b.old[caller]
	if !ok {
		l = rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)
	}
	if len(b.young) >= maxBuckets {
		b.young, b.old = map[string]*rate.Limiter{}, b.young
	}
	b.young[caller] = l
	return l
}
