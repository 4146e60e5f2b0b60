package eval

import "time"

// Result is one task fired at one agent once, and what came of it.
type Result struct {
	ID          string
	RunID       string
	RunAgentID  string
	SuiteID     string
	SuiteKey    string
	SuiteDigest string // of the run's suite version
	AgentID     string
	AgentDID    string
	TaskID      string
	TaskIndex   int // place among the version's tasks, from 0
	Trial       bool
	Score       *float64 // in [0, 1]; nil: cancelled, or the examiner's fault
	Passed      bool
	LatencyMS   *int64 // nil: nothing was called
	Error       ErrorCode
	ErrorDetail string
	Attempts    int // calls made for this row; after a kill an upper bound: earlier holders may have called unseen
	Fingerprint string
	At          time.Time
	Seq         int64 // among its run's events
	Timings     Timings
	Evidence    string // SHA-256 (hex) of the stored evidence; empty: nothing was called
}

// Fault is whose fault the result's error is; empty when there is none.
func (r Result) Fault() FaultClass { return r.Error.Fault() }

// Timings are instants in microseconds since the start of the call; 0: the phase did not happen.
type Timings struct {
	DNS, Connect, TLS, FirstByte, Total int64
}

// ErrorCode is what kept a task from being answered. The list is closed.
type ErrorCode string

// The codes. NoError: an answer came, whatever its status.
const (
	NoError              ErrorCode = ""
	ErrTimeout           ErrorCode = "timeout"
	ErrConnectTimeout    ErrorCode = "connect_timeout"
	ErrConnectionRefused ErrorCode = "connection_refused"
	ErrConnectionReset   ErrorCode = "connection_reset"
	ErrDNS               ErrorCode = "dns_error"
	ErrTLS               ErrorCode = "tls_error"
	ErrTruncated         ErrorCode = "truncated"
	ErrBodyTooLarge      ErrorCode = "body_too_large"
	ErrRedirect          ErrorCode = "redirect"
	ErrTargetBlocked     ErrorCode = "target_blocked"
	ErrRateLimited       ErrorCode = "rate_limited"
	ErrProtocol          ErrorCode = "protocol_error"
	ErrA2A               ErrorCode = "a2a_error"
	ErrNoEndpoint        ErrorCode = "no_endpoint"
	ErrCancelled         ErrorCode = "cancelled"
	ErrInternal          ErrorCode = "internal"
)

// ErrorCodes lists the codes but NoError.
var ErrorCodes = []ErrorCode{
	ErrTimeout, ErrConnectTimeout, ErrConnectionRefused, ErrConnectionReset, ErrDNS, ErrTLS, ErrTruncated, ErrBodyTooLarge, ErrRedirect,
	ErrTargetBlocked, ErrRateLimited, ErrProtocol, ErrA2A, ErrNoEndpoint, ErrCancelled, ErrInternal,
}

// FaultClass is whose fault an error is.
type FaultClass string

// The classes. FaultNone: no error, or cancelled.
const (
	FaultNone      FaultClass = ""
	FaultAgent     FaultClass = "agent"
	FaultProtocol  FaultClass = "protocol"
	FaultNetwork   FaultClass = "network"
	FaultExaminer  FaultClass = "examiner"
	FaultSimulator FaultClass = "simulator"
	FaultJudge     FaultClass = "judge"
)

// Fault is the class of a code. A code that is not in the list is the examiner's.
func (c ErrorCode) Fault() FaultClass {
	switch c {
	case NoError, ErrCancelled:
		return FaultNone
	case ErrNoEndpoint, ErrTargetBlocked, ErrTimeout, ErrRateLimited, ErrA2A, ErrTruncated, ErrBodyTooLarge, ErrRedirect:
		return FaultAgent
	case ErrProtocol:
		return FaultProtocol
	case ErrDNS, ErrConnectTimeout, ErrConnectionRefused, ErrConnectionReset, ErrTLS:
		return FaultNetwork
	}
	return FaultExaminer
}

// Counts reports whether a row with this code has a score and enters means. Errors that count score 0.
func (c ErrorCode) Counts() bool { return c != ErrCancelled && c.Fault() != FaultExaminer }
