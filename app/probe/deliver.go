package probe

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"assay/eval"
	"assay/eval/fault"
)

// deliver sends a request that carries the task: an attempt. Any status is an answer, but
//   - a redirect with a target is a failure that names it, and nothing is sent there;
//   - 429 is sent again when its Retry-After has passed, while that is within the call's time; else it is rate_limited.
func (s *session) deliver(ctx context.Context, r request) (*response, *failure) {
	for {
		s.attempts++
		res, failed := s.exchange(ctx, r, &s.timings)
		if failed != nil {
			if failed.code == eval.ErrTargetBlocked {
				s.attempts-- // nothing was sent
			}
			return res, failed
		}
		if to := res.redirect(); to != "" {
			return res, failf(eval.ErrRedirect, "HTTP %d to %s, which is not followed", res.status, to)
		}
		if res.status != http.StatusTooManyRequests {
			return res, nil
		}
		if failed := s.holdBack(ctx, res); failed != nil {
			return res, failed
		}
	}
}

// redirect gives the target of a redirect as it may be shown, empty when the response is none. 300 and 304 are answers: they do not send elsewhere.
func (r *response) redirect() string {
	switch r.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return fault.RedactURL(r.header.Get("Location"))
	}
	return ""
}

// leastWait keeps a Retry-After of 0 from becoming a busy loop.
const leastWait = 500 * time.Millisecond

// holdBack waits as long as a 429 asks for. It fails when that is not said, or longer than the call may take.
func (s *session) holdBack(ctx context.Context, res *response) *failure {
	d, ok := retryAfter(res.header.Get("Retry-After"), s.p.now())
	if !ok {
		return failf(eval.ErrRateLimited, "HTTP 429 without a time to come back")
	}
	d = max(d, leastWait)
	if s.end.Sub(s.p.now()) <= d {
		return failf(eval.ErrRateLimited, "HTTP 429; to come back after %s, which is past the time allowed", d.Round(time.Millisecond))
	}
	return endFailure(ctx, s.p.wait(ctx, d))
}

// retryAfter reads Retry-After: seconds, or a date.
func retryAfter(value string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}
