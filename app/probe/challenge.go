package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"assay/eval"
	"assay/eval/fault"
)

// challengeLimit is how large the file of challenges may be, in bytes.
const challengeLimit = 64 << 10

// ChallengeLines reads the file of challenges of an endpoint's origin, eval.ChallengePath, and gives its lines without white space at
// their ends. It must be plain text in UTF-8 of at most 64 KiB, answered with 200 at that very address; a page that answers everything
// is none.
//
// Errors are *fault.Error about no field: Invalid when the endpoint is refused (see ParseEndpoint), else Unreachable with a code of
// eval's closed list, or not_found.
func (p *Prober) ChallengeLines(ctx context.Context, endpointURL string) ([]string, error) {
	where, failed := atOrigin(endpointURL, eval.ChallengePath)
	if failed != nil {
		return nil, fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	res, bad := p.fetchLimited(ctx, where, headText, challengeLimit)
	if bad != nil {
		return nil, bad
	}
	refuse := func(why string) error {
		return fault.New(fault.Unreachable, string(eval.ErrProtocol), "%s %s", clean(where), why)
	}
	switch media := res.mediaType(); {
	case media != "" && media != "text/plain" && media != "application/octet-stream":
		return nil, refuse("is " + clean(media) + "; serve it as text/plain")
	case !utf8.Valid(res.body) || bytes.IndexByte(res.body, 0) >= 0:
		return nil, refuse("is not text in UTF-8")
	case bytes.HasPrefix(bytes.TrimSpace(res.body), []byte("<")):
		return nil, refuse("is a page, not a list of challenges")
	}
	var lines []string
	for line := range strings.Lines(strings.TrimPrefix(string(res.body), "\uFEFF")) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n"))
	}
	return lines, nil
}

var headText = []eval.Header{{Name: "Accept", Value: "text/plain, */*;q=0.5"}}

// atOrigin is a path on the origin of a URL.
func atOrigin(rawURL, path string) (string, *failure) {
	u, failed := endpoint(rawURL)
	if failed != nil {
		return "", failed
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}).String(), nil
}

// OriginNames reports whether the agent card at a well-known path of an endpoint's origin names a DID, as a string anywhere in it. It is
// read anew. A card elsewhere on the origin does not count, for it may be a file that somebody put there.
//
// Errors are as FetchCard's.
func (p *Prober) OriginNames(ctx context.Context, endpointURL, did string) (bool, error) {
	where, failed := atOrigin(endpointURL, wellKnownCard)
	if failed != nil {
		return false, fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	card, err := p.FetchCard(ctx, where)
	if err != nil {
		return false, err
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(card.Raw, []byte("\uFEFF"))))
	names := jsonStrings{d: d}
	for {
		s, ok := names.next()
		if !ok {
			return false, nil
		}
		if named, err := eval.ParseDID(s); err == nil && string(named) == did {
			return true, nil
		}
	}
}

// jsonStrings gives the strings of a document that are values, not names of members.
type jsonStrings struct {
	d       *json.Decoder
	objects []bool // whether each level is an object
	value   bool   // the next string of an object is a value
}

func (j *jsonStrings) next() (string, bool) {
	for {
		t, err := j.d.Token()
		if err != nil {
			return "", false
		}
		inObject := len(j.objects) > 0 && j.objects[len(j.objects)-1]
		switch t := t.(type) {
		case json.Delim:
			j.value = false
			if t == '{' || t == '[' {
				j.objects = append(j.objects, t == '{')
			} else {
				j.objects = j.objects[:len(j.objects)-1]
			}
		case string:
			if inObject && !j.value {
				j.value = true
				continue
			}
			j.value = false
			return t, true
		default:
			j.value = false
		}
	}
}

// Reach tries whether an endpoint takes a connection, with TLS where it is https, and says how long that took. Nothing is sent.
//
// Errors are as FetchCard's.
func (p *Prober) Reach(ctx context.Context, endpointURL string) (time.Duration, error) {
	u, failed := endpoint(endpointURL)
	if failed != nil {
		return 0, fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	release, err := p.slots.acquire(ctx, p.stop, hostport(u))
	if err != nil {
		return 0, fault.New(fault.Unreachable, string(eval.ErrCancelled), "stopped")
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	defer context.AfterFunc(p.stop, cancel)()
	s := &session{p: p, start: time.Now()}
	var timings eval.Timings
	conn, failed := s.connect(ctx, u, &timings)
	if failed != nil {
		return 0, fault.New(fault.Unreachable, string(failed.code), "%s", clean(failed.detail))
	}
	took := time.Since(s.start)
	_ = conn.Close()
	return took, nil
}
