package probe

import (
	"strings"
	"time"
	"unicode"

	"assay/eval"
)

// session keeps the record of one call while it is made.
type session struct {
	p         *Prober
	start     time.Time
	attempts  int
	timings   eval.Timings // of the last attempt
	status    int          // of the last response
	exchanges []eval.Exchange
}

// since is the microseconds from the start of the call to now, at least 1: 0 means that something did not happen.
func (s *session) since() int64 { return max(1, time.Since(s.start).Microseconds()) }

// outcome closes the record.
func (s *session) outcome(a answer, failed *failure) Outcome {
	t := s.timings
	t.Total = s.since()
	out := Outcome{
		Observation: eval.Observation{Status: s.status, LatencyMS: milliseconds(t.Total)},
		Attempts:    s.attempts,
		Timings:     t,
	}
	if failed != nil {
		out.Observation.Error, out.Detail = failed.code, clean(failed.detail)
	} else {
		out.Observation.Status, out.Observation.Body = a.status, a.body
	}
	if len(s.exchanges) > 0 {
		out.Evidence = &eval.Evidence{Exchanges: s.exchanges, Body: out.Observation.Body}
	}
	return out
}

// milliseconds rounds up, so that an answer after 100.4 ms does not pass as one within 100 ms.
func milliseconds(us int64) int64 { return (us + 999) / 1000 }

// clean makes a detail fit to be stored and shown: foreign bytes may be in it. Invalid UTF-8 is replaced, control characters become
// spaces, and what is longer than 500 bytes is cut.
func clean(detail string) string {
	const most = 500
	detail = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(detail, "\uFFFD"))
	if len(detail) > most {
		detail = strings.ToValidUTF8(detail[:most], "") + "…"
	}
	return strings.TrimSpace(detail)
}
