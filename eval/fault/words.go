package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
)

var unexpected = regexp.MustCompile(`^invalid character ('.+') `)

// JSON says in words for callers why JSON was not read: an error of encoding/json speaks of Go. It completes "… cannot be read: ".
func JSON(err error) string {
	wrongType, isType := errors.AsType[*json.UnmarshalTypeError](err)
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF), isSyntax && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return "it ends too early"
	case isType && wrongType.Field != "":
		return fmt.Sprintf("%s must not be %s", wrongType.Field, jsonKind(wrongType.Value))
	case isType:
		return "it is " + jsonKind(wrongType.Value)
	case isSyntax && strings.HasSuffix(syntax.Error(), "max depth"):
		return fmt.Sprintf("it is nested too deep at byte %d", syntax.Offset)
	case isSyntax:
		if m := unexpected.FindStringSubmatch(syntax.Error()); m != nil {
			return fmt.Sprintf("it is no JSON from byte %d on, where there is %s", syntax.Offset, m[1])
		}
	}
	return err.Error()
}

// List writes words as a sentence has them: READ, RUN, AGENT.
func List[T ~string](words []T) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return strings.Join(all, ", ")
}

// jsonKind is what encoding/json calls a value, with its article.
func jsonKind(word string) string {
	kind, _, _ := strings.Cut(word, " ") // "number 1e400"
	switch kind {
	case "array", "object":
		return "an " + kind
	case "bool":
		return "true or false"
	}
	return "a " + kind
}

// password is what stands between a user's name and a host, with a scheme before them or without.
var password = regexp.MustCompile(`^([^:/?#]*:?//[^:@/?#]*|[^:@/?#]*):(?:[^/].*|/[^/].*)?@`)

// RedactURL gives a URL, or what was meant to be one, as it may be shown: without a password, as url.URL.Redacted does.
func RedactURL(text string) string {
	if u, err := url.Parse(text); err == nil && u.Host != "" && u.User == nil {
		return text
	}
	return password.ReplaceAllString(text, "$1:xxxxx@")
}
