package app

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"assay/eval"
	"assay/eval/fault"
)

// How many failed guesses are let through at once; as many again come back over triesWithin.
const (
	accountTries = 10
	networkTries = 30
	triesWithin  = 15 * time.Minute
)

// maxGuessers bounds the memory that strangers can make tries take. Whoever failed last is remembered.
const maxGuessers = 20_000

// tries counts failed guesses at passwords, keys and links, each in a bucket that fills again with time. It is per process: n nodes let n
// times as many through.
type tries struct {
	now    func() time.Time
	within time.Duration // as many as are let through at once come back over this

	mu   sync.Mutex
	left *lru.Cache[string, bucket]
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newTries(now func() time.Time, within time.Duration) *tries {
	left, err := lru.New[string, bucket](maxGuessers)
	if err != nil { // only for a size that is not positive
		panic(err)
	}
	return &tries{now: now, within: within, left: left}
}

// guesser is who is held responsible for a guess.
type guesser struct {
	name string
	most float64
}

// account is the account that is guessed at, whether there is one or not.
func account(email string) guesser {
	return guesser{"account " + tokenHash(eval.Secret(email)), accountTries} // hashed: an address may be long
}

// network is the address that guesses come from.
func network(ctx context.Context) guesser {
	return guesser{"network " + ownNetwork(Caller(ctx).Address), networkTries}
}

// ownNetwork is what one caller can be taken to own: an address, of IPv6 the /64.
func ownNetwork(address string) string {
	if a, err := netip.ParseAddr(address); err == nil && a.Is6() {
		p, _ := a.Prefix(64)
		return p.String()
	}
	return address
}

// enter lets a guess through, and takes it for a failed one until passed is called. TooMany when one of the guessers has failed too
// often.
func (t *tries) enter(of ...guesser) (passed func(), err error) {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, g := range of {
		if tokens := t.tokens(g, now); tokens < 1 {
			wait := time.Duration((1 - tokens) / g.most * float64(t.within))
			return nil, &fault.Error{Kind: fault.TooMany, Code: "rate_limited", Wait: wait,
				Message: fmt.Sprintf("too many failed attempts; come back in %s", wait.Round(time.Second)+time.Second)}
		}
	}
	for _, g := range of {
		t.left.Add(g.name, bucket{t.tokens(g, now) - 1, now})
	}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, g := range of {
			if b, ok := t.left.Peek(g.name); ok {
				t.left.Add(g.name, bucket{b.tokens + 1, b.at})
			}
		}
	}, nil
}

func (t *tries) tokens(g guesser, now time.Time) float64 {
	b, ok := t.left.Get(g.name)
	if !ok {
		return g.most
	}
	return min(g.most, b.tokens+g.most*float64(now.Sub(b.at))/float64(t.within))
}
