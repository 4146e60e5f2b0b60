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
	timeout   time.Duration
	end       time.Time // by p.now
	attempts  int
	timings   eval.Timings // of the last attempt
	status    int          // of the last response
	exchanges []eval.Exchange
	kept      int64 // bytes of polls' bodies among the exchanges
	signed    *credential
	hide      *redactor
}

// trim drops the body of the last exchange, a poll that found its task unfinished, when such bodies would grow beyond the body limit
// together: an agent must not fill our memory by being slow.
func (s *session) trim() {
	last := &s.exchanges[len(s.exchanges)-1]
	if s.kept += int64(len(last.ResponseBody)); s.kept > s.p.config.BodyLimit {
		last.ResponseBody = nil
	}
}

// since is the microseconds from the start of the call to now, at least 1: 0 means that something did not happen.
func (s *session) since() int64 { return max(1, time.Since(s.start).Microseconds()) }

// outcome closes the record. From here on nothing holds a secret: what is scored and what is stored is the same.
func (s *session) outcome(a answer, failed *failure) Outcome {
	total := s.since()
	var out Outcome
	if failed != nil {
		out.Observation.Status, out.Observation.Error, out.Detail = s.status, failed.code, clean(s.hide.text(failed.detail))
	} else {
		out.Observation.Status, out.Observation.Body = a.status, s.hide.bytes(a.body)
	}
	if len(s.exchanges) == 0 {
		return out
	}
	out.Attempts = s.attempts
	out.Timings = s.timings
	out.Timings.Total = total
	out.Observation.LatencyMS = milliseconds(out.Timings.Total)
	for i, x := range s.exchanges {
		s.exchanges[i] = s.hide.exchange(x)
	}
	out.Evidence = &eval.Evidence{Exchanges: s.exchanges, Body: out.Observation.Body}
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
