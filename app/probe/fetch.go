package probe

import (
	"context"
	"net/http"
	"strings"
	"time"

	"assay/eval"
	"assay/eval/fault"
)

// fetchTimeout bounds the reading of one document.
const fetchTimeout = 15 * time.Second

// The well-known paths of agent cards: of today, and of A2A 0.2.
const (
	wellKnownCard    = "/.well-known/agent-card.json"
	oldWellKnownCard = "/.well-known/agent.json"
)

// FetchCard reads the agent card at a URL, in its 1.0 form where the agent has several. When that is today's well-known path and
// nothing is there, the old one is tried; the card's URL says where it was.
//
// Errors are *fault.Error: Invalid when the URL is refused (see ParseEndpoint), else Unreachable. The code is not_found for 404, 405
// and 410, else it is from the closed list of eval: redirect names its target, protocol_error says that what was found is no card. It
// ends with ctx.
func (p *Prober) FetchCard(ctx context.Context, url string) (Card, error) {
	body, failed := p.fetch(ctx, url, headCard)
	if base, ok := strings.CutSuffix(url, wellKnownCard); ok && failed != nil && failed.Code == codeNotThere {
		var again *fault.Error
		if body, again = p.fetch(ctx, base+oldWellKnownCard, headCard); again == nil {
			url, failed = base+oldWellKnownCard, nil
		}
	}
	if failed != nil {
		return Card{}, failed
	}
	return ParseCard(body, url)
}

// fetch GETs a document. The status must be 200.
func (p *Prober) fetch(ctx context.Context, rawURL string, head []eval.Header) ([]byte, *fault.Error) {
	res, failed := p.fetchLimited(ctx, rawURL, head, 0)
	if failed != nil {
		return nil, failed
	}
	return res.body, nil
}

// fetchLimited GETs a document of at most so many bytes (0: the body limit). The status must be 200.
func (p *Prober) fetchLimited(ctx context.Context, rawURL string, head []eval.Header, limit int64) (*response, *fault.Error) {
	u, failed := endpoint(rawURL)
	if failed != nil {
		return nil, fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	res, failed := p.get(ctx, request{method: http.MethodGet, url: u, head: head, limit: limit})
	if failed != nil {
		return nil, fault.New(fault.Unreachable, string(failed.code), "%s", clean(rawURL+": "+failed.detail))
	}
	if to := res.redirect(); to != "" {
		return nil, fault.New(fault.Unreachable, string(eval.ErrRedirect), "%s", clean(rawURL+" redirects to "+to+"; give that address if it is right"))
	}
	if res.status != http.StatusOK {
		f := fault.New(fault.Unreachable, string(eval.ErrProtocol), "%s answers HTTP %d", clean(rawURL), res.status)
		switch res.status {
		case http.StatusNotFound, http.StatusGone, http.StatusMethodNotAllowed: // the last from what only takes messages
			f.Code = codeNotThere
		}
		return nil, f
	}
	return res, nil
}

// codeNotThere is the code of a document that its host says does not exist.
const codeNotThere = "not_found"

func (p *Prober) get(ctx context.Context, r request) (*response, *failure) {
	release, err := p.slots.acquire(ctx, p.stop, hostport(r.url))
	if err != nil {
		return nil, failf(eval.ErrCancelled, "stopped")
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	defer context.AfterFunc(p.stop, cancel)()
	s := &session{p: p, start: time.Now()}
	return s.exchange(ctx, r, nil)
}

var (
	headDocument = []eval.Header{{Name: "Accept", Value: "application/json, */*;q=0.5"}}
	headCard     = []eval.Header{headDocument[0], version1}
)
