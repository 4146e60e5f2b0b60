package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/app"
	"assay/eval/fault"
)

// maxBody is the largest body taken, in bytes.
const maxBody = 1 << 20

// fields says what a JSON object may hold: per name, what reads its value.
type fields map[string]func(*request, string, json.RawMessage)

// object reads the body as one JSON object and nothing else: no unknown or repeated field, nothing after it.
func (r *request) object(f fields) {
	if body := r.json(); r.err == nil {
		r.members("", body, f)
	}
}

// optionalObject is object, but a request without a body will do.
func (r *request) optionalObject(f fields) {
	if r.ContentLength != 0 {
		r.object(f)
	}
}

// json reads a body that says it is JSON and is.
func (r *request) json() []byte {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || charset != "" && charset != "utf-8" {
		r.refuse(&problem{status: http.StatusUnsupportedMediaType, code: "unsupported_media_type", message: "the body must come as Content-Type: application/json, in UTF-8"})
		return nil
	}
	if e := r.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		r.refuse(&problem{status: http.StatusUnsupportedMediaType, code: "unsupported_media_type", message: "the body must come uncompressed"})
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		r.refuse(unreadable(err))
		return nil
	}
	var whole json.RawMessage
	if err := json.Unmarshal(body, &whole); err != nil {
		r.refuse(bad("malformed", "", "the body is not JSON: %s", fault.JSON(err)))
	} else if !utf8.Valid(body) {
		r.refuse(bad("malformed", "", "the body is not UTF-8"))
	} else if bytes.TrimLeft(body, " \t\r\n")[0] != '{' {
		r.refuse(bad("malformed", "", "the body must be a JSON object"))
	}
	return body
}

func unreadable(err error) *problem {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &problem{status: http.StatusRequestEntityTooLarge, code: "too_large", message: "the body must not be longer than " + strconv.Itoa(maxBody) + " bytes"}
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		return &problem{status: http.StatusRequestTimeout, code: "timeout", message: "the body did not come in time"}
	}
	return bad("malformed", "", "the body broke off")
}

// members hands each field of an object, known to be JSON, to what reads it. within stands before their names.
func (r *request) members(within string, body []byte, f fields) {
	dec := json.NewDecoder(bytes.NewReader(body))
	_, _ = dec.Token()
	for seen := map[string]bool{}; dec.More(); {
		var raw json.RawMessage
		token, _ := dec.Token()
		_ = dec.Decode(&raw)
		name, _ := token.(string)
		read, known := f[name]
		switch {
		case !known:
			r.refuse(bad("unknown_field", within+name, "there is no field %q", within+name))
		case seen[name]:
			r.refuse(bad("duplicate_field", within+name, "the field %q is given twice", within+name))
		default:
			read(r, within+name, raw)
		}
		seen[name] = true
	}
}

// value reads a field that is no null.
func value[T any](into *T) func(*request, string, json.RawMessage) {
	return func(r *request, name string, raw json.RawMessage) { r.value(name, raw, into) }
}

// optional reads a field that may be left out, and null where that clears it.
func optional[T any](into *app.Optional[T], clearable bool) func(*request, string, json.RawMessage) {
	return func(r *request, name string, raw json.RawMessage) {
		into.Set = true
		if into.Null = clearable && string(raw) == "null"; !into.Null {
			r.value(name, raw, &into.Value)
		}
	}
}

// nested reads a field that is an object.
func nested(f fields) func(*request, string, json.RawMessage) {
	return func(r *request, name string, raw json.RawMessage) {
		if raw[0] != '{' {
			r.refuse(bad("invalid", name, "%s must be an object", name))
			return
		}
		r.members(name+".", raw, f)
	}
}

// word reads a field that is one of these words, in lower case.
func word[T ~string](into *T, words ...T) func(*request, string, json.RawMessage) {
	return func(r *request, name string, raw json.RawMessage) {
		var given string
		if r.value(name, raw, &given); r.err != nil {
			return
		}
		for _, w := range words {
			if given == lower(w) {
				*into = w
				return
			}
		}
		r.refuse(fault.Bad(name, "%q is none of %s", given, lowerList(words)))
	}
}

// moment reads a field that is an instant.
func moment(into *time.Time) func(*request, string, json.RawMessage) {
	return func(r *request, name string, raw json.RawMessage) {
		var given string
		if r.value(name, raw, &given); r.err != nil {
			return
		}
		at, err := time.Parse(time.RFC3339, given)
		if err != nil || at.UTC().Year() > lastYear {
			r.refuse(bad("invalid", name, "%s must be an instant such as 2026-11-30T12:00:00Z", name))
		}
		*into = at
	}
}

// lastYear is the last that RFC 3339 can write.
const lastYear = 9999

func (r *request) value(name string, raw json.RawMessage, into any) {
	if list, ok := into.(*[]string); ok {
		r.list(name, raw, list)
		return
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		r.refuse(bad("invalid", name, "%s must be %s", name, wanted(into)))
	} else if brokenText(raw) {
		r.refuse(bad("invalid", name, "%s holds half a surrogate pair or NUL, which are no text", name))
	}
}

// list reads its elements one by one: encoding/json would take a null for an empty string.
func (r *request) list(name string, raw json.RawMessage, into *[]string) {
	var elements []json.RawMessage
	if json.Unmarshal(raw, &elements) != nil || elements == nil {
		r.refuse(bad("invalid", name, "%s must be %s", name, wanted(into)))
		return
	}
	*into = make([]string, len(elements))
	for i, e := range elements {
		r.value(name+"."+strconv.Itoa(i), e, &(*into)[i])
	}
}

func wanted(v any) string {
	switch v.(type) {
	case *int, *int64:
		return "a whole number"
	case *float64:
		return "a number"
	case *bool:
		return "true or false"
	case *[]string:
		return "a list of strings"
	}
	return "a string"
}

var escapes = regexp.MustCompile(`\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\u0000`)

// brokenText reports whether JSON text escapes half a surrogate pair, which encoding/json would change in silence, or NUL, which
// PostgreSQL does not hold.
func brokenText(raw []byte) bool {
	for _, m := range escapes.FindAll(raw, -1) {
		if len(m) == len(`\u0000`) {
			return true
		}
	}
	return false
}
