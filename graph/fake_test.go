package graph

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"assay/app"
	"assay/eval/fault"
	"assay/graph/internal/generated"
	"assay/graph/internal/model"
	"assay/graph/internal/relay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake stands in for the use cases where the door itself is tested: the real schema, with resolvers that a test can steer.
type fake struct {
	generated.ResolverRoot

	mu      sync.Mutex
	sources []chan *model.LeaderboardChange // of the subscriptions under way, in order
	opened  chan struct{}                   // one for each subscription
}

func newFake() *fake { return &fake{opened: make(chan struct{}, 100)} }

func (f *fake) Query() generated.QueryResolver               { return fakeQuery{} }
func (f *fake) Mutation() generated.MutationResolver         { return fakeMutation{} }
func (f *fake) Subscription() generated.SubscriptionResolver { return fakeSubscription{fake: f} }

type fakeQuery struct{ generated.QueryResolver }

func (fakeQuery) Registry(context.Context) (*app.Registry, error) {
	return &app.Registry{Name: "Test \xff registry\x00", DID: "did:web:test", Version: "1", OracleDID: "did:web:oracle"}, nil
}

func (fakeQuery) Viewer(ctx context.Context) (*app.Principal, error) {
	caller := app.Caller(ctx)
	return &caller, nil
}

// Node goes wrong in the way that the id says.
func (fakeQuery) Node(_ context.Context, id string) (relay.Node, error) {
	switch id {
	case "panic":
		panic("the database password is hunter2")
	case "driver":
		return nil, errors.New(`pq: relation "secrets" does not exist`)
	case "nothing":
		return nil, nil
	}
	return nil, fault.New(fault.Kind(id), "some_code", "this is what was wrong")
}

func (fakeQuery) Nodes(_ context.Context, ids []string) ([]relay.Node, error) {
	return make([]relay.Node, len(ids)), nil
}

type fakeMutation struct{ generated.MutationResolver }

// CancelRun goes wrong in the way that the id says.
func (fakeMutation) CancelRun(_ context.Context, in model.CancelRunInput) (*model.CancelRunPayload, error) {
	errs, err := userErrors(&fault.Error{Kind: fault.Kind(in.RunID), Message: "this is what was wrong", Field: "run_id.0.some_field"})
	return &model.CancelRunPayload{UserErrors: errs}, err
}

type fakeSubscription struct {
	generated.SubscriptionResolver
	fake *fake
}

// LeaderboardChanged sends what the test sends. There is no suite "missing", and of the suite "viewer" comes who is asking.
func (s fakeSubscription) LeaderboardChanged(ctx context.Context, suite *string) (<-chan *model.LeaderboardChange, error) {
	if or(suite) == "missing" {
		return nil, fault.Missing("suite", "missing")
	}
	in := make(chan *model.LeaderboardChange)
	if or(suite) == "viewer" {
		in = make(chan *model.LeaderboardChange, 1)
		in <- change(fmt.Sprintf("admin: %t", app.Caller(ctx).PlatformAdmin))
	}
	s.fake.mu.Lock()
	s.fake.sources = append(s.fake.sources, in)
	s.fake.mu.Unlock()
	s.fake.opened <- struct{}{}
	out := make(chan *model.LeaderboardChange)
	go func() {
		defer close(out)
		for {
			select {
			case c, ok := <-in:
				if !ok {
					return
				}
				select {
				case out <- c:
				case <-ctx.Done():
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// source is where the test sends what the subscription number i gets; it waits until there is one.
func (f *fake) source(i int) chan *model.LeaderboardChange {
	for {
		f.mu.Lock()
		if i < len(f.sources) {
			defer f.mu.Unlock()
			return f.sources[i]
		}
		f.mu.Unlock()
		<-f.opened
	}
}

func change(suite string) *model.LeaderboardChange {
	return &model.LeaderboardChange{Suites: []string{suite}, At: time.Date(2026, 11, 30, 9, 14, 2, 0, time.UTC)}
}

// door makes a handler over the fake. The credential of tests is "Bearer admin".
func (f *fake) door(o Options) http.Handler {
	es := generated.NewExecutableSchema(generated.Config{Schema: schema(), Resolvers: f})
	return principals(newHandler(es, testOptions(o), freshRecords{}))
}

func testOptions(o Options) Options {
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	o.RequestID = func(context.Context) string { return "request-1" }
	o.Authenticate = func(_ context.Context, header string) (app.Principal, error) { return principal(header), nil }
	return o
}

// principals does what the server does around the door.
func principals(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := principal(r.Header.Get("Authorization"))
		next.ServeHTTP(w, r.WithContext(app.WithPrincipal(r.Context(), p)))
	})
}

func principal(header string) app.Principal {
	return app.Principal{Credential: header != "", PlatformAdmin: strings.HasPrefix(header, "Bearer admin")}
}
