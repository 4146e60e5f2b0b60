// Package client talks to a running registry over its public GraphQL API, as any other program would.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Client calls one registry. It is safe for concurrent use.
type Client struct {
	endpoint string
	key      string
	http     *http.Client
	wait     func(context.Context, time.Duration) error

	// Lost is told when a watched connection broke, once until it is there again. It may be nil.
	Lost func(error)
}

// New makes a client for the registry at url, such as http://127.0.0.1:8080. The key is the platform-admin key; empty for public reads.
func New(url, key string) *Client {
	return &Client{
		endpoint: strings.TrimSuffix(url, "/") + "/graphql",
		key:      key,
		http: &http.Client{
			Transport:     http.DefaultTransport.(*http.Transport).Clone(),
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		wait: wait,
	}
}

// answerTimeout bounds one question and its answer; streams have no such bound.
const answerTimeout = 2 * time.Minute

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 64 << 20

// Refusal is the registry's no to a mutation, as data: one entry a reason.
type Refusal []UserError

// UserError is one reason for a refusal.
type UserError struct {
	Code    string // INVALID, NOT_FOUND, CONFLICT or UNREACHABLE
	Message string
	Field   string // path of the input field, such as tasks.2.expected; empty when none is at fault
}

func (r Refusal) Error() string {
	words := make([]string, len(r))
	for i, e := range r {
		words[i] = e.Message
		if e.Field != "" {
			words[i] = e.Field + ": " + e.Message
		}
	}
	return strings.Join(words, "; ")
}

// Fault is an error of the request as a whole: no credential, a limit, a fault of the registry.
type Fault struct {
	Code, Message, RequestID string
}

func (f *Fault) Error() string {
	if f.Code == "INTERNAL" && f.RequestID != "" {
		return fmt.Sprintf("%s (request %s in the registry's log)", f.Message, f.RequestID)
	}
	return f.Message
}

// Unreachable is a registry that gave no answer this client can read. It may be worth another try.
type Unreachable struct {
	URL string
	Err error
}

func (u *Unreachable) Error() string {
	return fmt.Sprintf("cannot reach a registry at %s: %v", u.URL, u.Err)
}
func (u *Unreachable) Unwrap() error { return u.Err }

// answer is a GraphQL response.
type answer struct {
	Data   json.RawMessage `json:"data"`
	Errors []struct {
		Message    string `json:"message"`
		Extensions struct {
			Code      string `json:"code"`
			RequestID string `json:"requestId"`
		} `json:"extensions"`
	} `json:"errors"`
}

// read puts the data into a value, or gives the first error as a *Fault.
func (a answer) read(into any) error {
	if len(a.Errors) > 0 {
		e := a.Errors[0]
		return &Fault{e.Extensions.Code, e.Message, e.Extensions.RequestID}
	}
	return json.Unmarshal(a.Data, into)
}

// ask sends one operation and reads its data. Errors are *Fault and *Unreachable.
func (c *Client) ask(ctx context.Context, query string, variables map[string]any, into any) error {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	res, err := c.send(ctx, "application/graphql-response+json, application/json", query, variables)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return c.unreachable(err)
	}
	return c.parse(res, body, into)
}

func (c *Client) parse(res *http.Response, body []byte, into any) error {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil || a.Data == nil && len(a.Errors) == 0 {
		return c.unreadable(res)
	}
	return a.read(into)
}

// send posts an operation. The caller closes the body of the response.
func (c *Client) send(ctx context.Context, accept, query string, variables map[string]any) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, c.unreachable(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", accept)
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(err)
	}
	return res, nil
}

func (c *Client) unreachable(err error) error {
	return &Unreachable{strings.TrimSuffix(c.endpoint, "/graphql"), err}
}

// unreadable is the error for an answer that is not GraphQL.
func (c *Client) unreadable(res *http.Response) error {
	why := res.Status
	switch to := res.Header.Get("Location"); {
	case to != "":
		why += ", it points to " + to
	case res.StatusCode == http.StatusTooManyRequests:
		why += ", come back in " + res.Header.Get("Retry-After") + " s"
	case res.StatusCode == http.StatusOK:
		why = "what answers there is no Assay"
	}
	return c.unreachable(errors.New(why))
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
