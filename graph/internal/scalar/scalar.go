// Package scalar reads and writes the schema's scalars. Whatever was stored, what is written is valid JSON in valid UTF-8; whatever
// was sent, what cannot be read is the caller's mistake (fault.Invalid) and says what would be right.
package scalar

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"assay/eval"
	"assay/eval/fault"
)

// MarshalString writes text; bytes that are no UTF-8 become U+FFFD.
func MarshalString(s string) graphql.Marshaler {
	return graphql.MarshalString(valid(s))
}

// UnmarshalString reads text, which no NUL character is part of: PostgreSQL keeps none.
func UnmarshalString(v any) (string, error) {
	s, ok := v.(string)
	switch {
	case !ok:
		return "", fault.Bad("", "%v is no string", v)
	case strings.ContainsRune(s, 0):
		return "", fault.Bad("", "text may not have NUL characters")
	case !utf8.ValidString(s):
		return "", fault.Bad("", "text must be UTF-8")
	}
	return s, nil
}

// MarshalID writes an id.
func MarshalID(s string) graphql.Marshaler { return MarshalString(s) }

// UnmarshalID reads an id: a string, or an integer, which GraphQL allows too.
func UnmarshalID(v any) (string, error) {
	s, err := graphql.UnmarshalID(v)
	if err != nil {
		return "", err
	}
	return UnmarshalString(s)
}

const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// MarshalDateTime writes an instant as RFC 3339 with milliseconds, in UTC; the zero time, which stands for "never", as null.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return graphql.MarshalString(t.UTC().Format(timeLayout))
}

// UnmarshalDateTime reads an RFC 3339 instant; what is finer than a millisecond is cut off.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, _ := v.(string)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, fault.Bad("", "%v is no instant; one looks like 2026-11-30T09:14:02.000Z", v)
	}
	return t.UTC().Truncate(time.Millisecond), nil
}

// MarshalJSON writes stored JSON, without white space between its parts; nil as null. Bytes that are no JSON are shown as a string.
func MarshalJSON(b []byte) graphql.Marshaler {
	if b == nil {
		return graphql.Null
	}
	text := valid(string(b))
	var line bytes.Buffer
	if err := json.Compact(&line, []byte(text)); err != nil {
		return graphql.MarshalString(text)
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(line.Bytes()) })
}

// UnmarshalJSON gives any JSON value as JSON text. A string is taken to hold that text already.
func UnmarshalJSON(v any) ([]byte, error) {
	if s, ok := v.(string); ok {
		if !json.Valid([]byte(s)) {
			return nil, fault.Bad("", "this string does not hold JSON text; give an object, or JSON as a string")
		}
		return []byte(s), nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fault.Bad("", "this is no JSON value: %v", err)
	}
	return b, nil
}

// MarshalBase64 writes bytes as standard base64, with padding.
func MarshalBase64(b []byte) graphql.Marshaler {
	return graphql.MarshalString(base64.StdEncoding.EncodeToString(b))
}

// UnmarshalBase64 reads standard base64.
func UnmarshalBase64(v any) ([]byte, error) {
	s, _ := v.(string)
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, fault.Bad("", "this is no standard base64: %v", err)
	}
	return b, nil
}

// MarshalMinorUnits writes an amount as a string of digits, so that no reader loses any.
func MarshalMinorUnits(n int64) graphql.Marshaler {
	return graphql.MarshalString(strconv.FormatInt(n, 10))
}

// UnmarshalMinorUnits reads an amount: a string of digits, or an integer.
func UnmarshalMinorUnits(v any) (int64, error) {
	var text string
	switch v := v.(type) {
	case string:
		text = v
	case json.Number:
		text = v.String()
	case int64:
		return v, nil
	case int:
		return int64(v), nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fault.Bad("", "%v is no amount in integer minor units", v)
	}
	return n, nil
}

// valid gives s with every run of bytes that is no UTF-8 replaced.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// MarshalSecret writes that there is a secret. No type of the schema's answers has one.
func MarshalSecret(s eval.Secret) graphql.Marshaler { return graphql.MarshalString(s.String()) }

// UnmarshalSecret reads a secret as it stands.
func UnmarshalSecret(v any) (eval.Secret, error) {
	s, err := UnmarshalString(v)
	if err != nil {
		return "", fault.Bad("", "a secret must be text without NUL characters") // without quoting it
	}
	return eval.Secret(s), nil
}
