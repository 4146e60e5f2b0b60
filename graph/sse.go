package graph

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"assay/app"
)

// stream answers with server-sent events: one `next` for each answer, then `complete`; a comment now and then, so that whoever stands
// between sees life. The stream ends with the credential of its caller. What is wrong with the operation is a `next` too, since a browser's EventSource shows its page no other answer.
func (h *handler) stream(w http.ResponseWriter, r *http.Request, op *graphql.OperationContext, errs gqlerror.List) {
	held, release := h.hold(r.Context())
	defer release()
	ctx, cancel := context.WithCancel(held)
	defer cancel()
	events := &eventWriter{w: w, control: http.NewResponseController(w), patience: h.patience.write}
	defer events.over()
	hurried := context.AfterFunc(held, func() {
		if errors.Is(context.Cause(held), app.ErrEnded) {
			events.hurry(h.patience.close)
		}
	})
	defer hurried()
	w.Header().Set("Content-Type", mediaEvents+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // nginx must not collect events
	w.WriteHeader(http.StatusOK)
	events.write(":\n\n")

	if errs != nil {
		events.next(encode(h.exec.DispatchError(ctx, errs)))
		events.complete()
		return
	}
	answers := h.answers(ctx, op)
	ping := time.NewTicker(h.patience.ping)
	defer ping.Stop()
	for events.err == nil {
		select {
		case answer, ok := <-answers:
			if !ok {
				h.farewell(held, events)
				return
			}
			events.next(answer)
		case <-ping.C:
			events.write(":\n\n")
		case <-ctx.Done():
			if held.Err() != nil {
				h.farewell(held, events)
			}
			return
		}
	}
}

// farewell completes a stream, and says so when it ends because its credential did.
func (h *handler) farewell(held context.Context, events *eventWriter) {
	if errors.Is(context.Cause(held), app.ErrEnded) {
		events.next(encode(h.exec.DispatchError(held, gqlerror.List{refusal(codeForbidden, "%v", app.ErrEnded)})))
	}
	events.complete()
}

// answers runs an operation and sends each of its answers; the channel closes after the last. An answer must be encoded before the
// next is made, since they share their bytes.
func (h *handler) answers(ctx context.Context, op *graphql.OperationContext) <-chan []byte {
	out := make(chan []byte)
	go func() {
		defer close(out)
		defer func() {
			if v := recover(); v != nil {
				_ = h.exec.PresentRecoveredError(ctx, v) // logs it
			}
		}()
		responses, ctx := h.exec.DispatchOperation(ctx, op)
		for response := responses(ctx); response != nil; response = responses(ctx) {
			select {
			case out <- encode(response):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// eventWriter writes events until the first error, which a peer that takes nothing for too long is, too.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error

	mu       sync.Mutex
	patience time.Duration
	answered bool // the connection is no more ours
}

// hurry makes what is written now and from now on wait no longer for the peer than this.
func (e *eventWriter) hurry(patience time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.patience = patience
	if !e.answered {
		_ = e.control.SetWriteDeadline(time.Now().Add(patience))
	}
}

func (e *eventWriter) over() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answered = true
}

func (e *eventWriter) next(answer []byte) { e.write(fmt.Sprintf("event: next\ndata: %s\n\n", answer)) }

func (e *eventWriter) complete() { e.write("event: complete\ndata:\n\n") }

func (e *eventWriter) write(text string) {
	if e.err != nil {
		return
	}
	e.mu.Lock()
	_ = e.control.SetWriteDeadline(time.Now().Add(e.patience)) // where there are no deadlines, the connection's own must do
	e.mu.Unlock()
	if _, e.err = fmt.Fprint(e.w, text); e.err == nil {
		e.err = e.control.Flush()
	}
}
