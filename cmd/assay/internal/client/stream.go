package client

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
)

// stream runs a subscription by server-sent events ("distinct connections" of the GraphQL-SSE protocol) and gives each event's data to
// see. It returns nil when the registry completes the stream, *Unreachable when the connection breaks before that.
func (c *Client) stream(ctx context.Context, query string, variables map[string]any, see func(json.RawMessage) error) error {
	res, err := c.send(ctx, "text/event-stream", query, variables)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); media != "text/event-stream" || res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer)) // half an answer is as unreadable as none
		if err := c.parse(res, body, new(any)); err != nil {
			return err
		}
		return c.unreadable(res)
	}
	events := bufio.NewReader(res.Body)
	for {
		name, data, err := nextEvent(events)
		if err != nil {
			return c.unreachable(err)
		}
		switch name {
		case "complete":
			return nil
		case "next":
			var a answer
			if err := json.Unmarshal([]byte(data), &a); err != nil {
				return c.unreachable(err)
			}
			var payload json.RawMessage
			if err := a.read(&payload); err != nil {
				return err
			}
			if err := see(payload); err != nil {
				return err
			}
		}
	}
}

// nextEvent reads one event: its lines up to an empty one. Comments, which keep the connection alive, are passed over.
func nextEvent(r *bufio.Reader) (name, data string, err error) {
	var lines []string
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", "", io.ErrUnexpectedEOF
		}
		line = strings.TrimRight(line, "\r\n")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && name == "" && lines == nil:
		case line == "":
			return name, strings.Join(lines, "\n"), nil
		case field == "event":
			name = value
		case field == "data":
			lines = append(lines, value)
		}
	}
}
