package probe

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"os"
	"syscall"

	"assay/eval"
)

// endFailure says whether an error came of the call's end rather than of the connection: its time is up, or the process stops.
func endFailure(ctx context.Context, err error) *failure {
	if err == nil {
		return nil
	}
	ended := errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	switch {
	case !ended:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return failf(eval.ErrCancelled, "stopped")
	}
	return failf(eval.ErrTimeout, "no answer within the time allowed")
}

func dialFailure(ctx context.Context, err error) *failure {
	var dns *net.DNSError
	var netErr net.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return failf(eval.ErrCancelled, "stopped")
	case errors.Is(err, errBlocked):
		return failf(eval.ErrTargetBlocked, "%v", errors.Unwrap(err))
	case errors.As(err, &dns):
		return failf(eval.ErrDNS, "%s", unresolved(dns))
	case errors.As(err, &netErr) && netErr.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return failf(eval.ErrConnectTimeout, "no connection within the time allowed")
	case isReset(err):
		return failf(eval.ErrConnectionReset, "%s", outward(err))
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), errors.Is(err, syscall.ENOBUFS), errors.Is(err, syscall.ENOMEM):
		return failf(eval.ErrInternal, "this machine has no more ports, files or memory for connections: %s", outward(err))
	}
	// Refused, and what amounts to it: no route, network unreachable, no such port.
	return failf(eval.ErrConnectionRefused, "%s", outward(err))
}

func tlsFailure(ctx context.Context, err error) *failure {
	if f := endFailure(ctx, err); f != nil {
		return f
	}
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return failf(eval.ErrTLS, "the agent does not speak TLS here")
	}
	return failf(eval.ErrTLS, "%s", outward(err))
}

// headFailure says what kept a response's head from being read: how reading ended, else what is wrong with what was read.
func headFailure(ctx context.Context, err error, in *wire) *failure {
	if f := endFailure(ctx, in.err); f != nil {
		return f
	}
	ended := errors.Is(in.err, io.EOF) || errors.Is(in.err, io.ErrUnexpectedEOF)
	switch {
	case isReset(in.err), ended && in.read == 0:
		return failf(eval.ErrConnectionReset, "the connection was closed without a response")
	case ended && string(in.begin[:]) == "HTTP/":
		return failf(eval.ErrTruncated, "the connection was closed within the response's head")
	case in.err != nil && !ended:
		err = in.err
	}
	return failf(eval.ErrProtocol, "not an HTTP response: %s", outward(err))
}

// unresolved says why a name has no address. The error itself names our resolver, or the connection to it.
func unresolved(err *net.DNSError) string {
	switch {
	case err.IsNotFound:
		return err.Name + ": no such host"
	case err.IsTimeout:
		return err.Name + ": no name server answered in time"
	}
	return err.Name + ": the name servers could not resolve it"
}

// outward says an error of a connection as the agent's side may know it: with the far address, without ours.
func outward(err error) string {
	op, ok := errors.AsType[*net.OpError](err)
	switch {
	case !ok:
		return err.Error()
	case op.Addr == nil:
		return outward(op.Err)
	}
	return op.Addr.String() + ": " + outward(op.Err)
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNABORTED)
}
