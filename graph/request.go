package graph

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"assay/eval/fault"
)

// The media types of answers.
const (
	mediaResponse = "application/graphql-response+json"
	mediaJSON     = "application/json"
	mediaEvents   = "text/event-stream"
)

// negotiate picks the media type that the caller likes best, and application/json where it does not care or accepts nothing we have
// (then acceptable is false).
func negotiate(accept []string) (media string, acceptable bool) {
	type choice struct {
		media   string
		quality float64
	}
	var choices []choice
	silent := true
	for part := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		name, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		silent = false
		quality, err := strconv.ParseFloat(params["q"], 64)
		if err != nil {
			quality = 1
		}
		switch name {
		case "*/*", "application/*":
			name = mediaJSON
		case mediaResponse, mediaJSON, mediaEvents:
		default:
			continue
		}
		if quality > 0 {
			choices = append(choices, choice{name, quality})
		}
	}
	if len(choices) == 0 {
		return mediaJSON, silent
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.quality, a.quality) })
	return choices[0].media, true
}

// readRequest reads the parameters of a GET or POST.
func readRequest(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, *refused) {
	switch r.Method {
	case http.MethodGet:
		return readQuery(r)
	case http.MethodPost:
		return readBody(w, r)
	}
	bad := refuse(http.StatusMethodNotAllowed, "POST an operation, or GET a query")
	bad.allow = "GET, POST"
	return nil, bad
}

func readQuery(r *http.Request) (*graphql.RawParams, *refused) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "the URL's query cannot be read: a %% must begin an escape such as %%20, and parameters are separated by &")
	}
	params := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName"), Headers: r.Header}
	for name, into := range map[string]*map[string]any{"variables": &params.Variables, "extensions": &params.Extensions} {
		if text := values.Get(name); text != "" {
			if err := decode(strings.NewReader(text), into); err != nil {
				return nil, refuse(http.StatusBadRequest, "%s must be a JSON object", name)
			}
		}
	}
	return complete(params)
}

func readBody(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, *refused) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != mediaJSON || !strings.EqualFold(cmp.Or(params["charset"], "utf-8"), "utf-8") {
		return nil, refuse(http.StatusUnsupportedMediaType, "POST the operation as %s in UTF-8", mediaJSON)
	}
	var body struct {
		Query         string         `json:"query"`
		OperationName string         `json:"operationName"`
		Variables     map[string]any `json:"variables"`
		Extensions    map[string]any `json:"extensions"`
	}
	var tooLarge *http.MaxBytesError
	var wrongType *json.UnmarshalTypeError
	switch err := decode(http.MaxBytesReader(w, r.Body, maxBody), &body); {
	case errors.As(err, &tooLarge):
		return nil, refuse(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", tooLarge.Limit)
	case errors.As(err, &wrongType):
		return nil, refuse(http.StatusBadRequest, "%s must not be a JSON %s", cmp.Or(wrongType.Field, "the body"), wrongType.Value)
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "the body must be one JSON object: %s", fault.JSON(err))
	}
	return complete(&graphql.RawParams{
		Query: body.Query, OperationName: body.OperationName, Variables: body.Variables, Extensions: body.Extensions, Headers: r.Header,
	})
}

func complete(params *graphql.RawParams) (*graphql.RawParams, *refused) {
	if params.Query == "" {
		return nil, refuse(http.StatusBadRequest, "query is missing")
	}
	params.ReadTime.Start = graphql.Now()
	params.ReadTime.End = params.ReadTime.Start
	return params, nil
}

// decode reads exactly one JSON value. Numbers keep all their digits.
func decode(r io.Reader, into any) error {
	d := json.NewDecoder(r)
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	switch _, err := d.Token(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return errors.New("something follows it")
}
