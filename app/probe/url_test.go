package probe

import (
	"net/http"
	"strings"
	"testing"
)

// What a URL holds before its host may be a password: no refusal repeats it.
func TestRefusedURLsShowNoPassword(t *testing.T) {
	for _, raw := range []string{
		"https://ada:hunter2@agent.example", "ftp://ada:hunter2@agent.example", "//ada:hunter2@agent.example", "https://ada:hunter2@agent.example:port",
		"https://ada:hunter2@", "https://ada:hun ter2@agent.example", "https://ada:hunter2/@agent.example", "ada:hunter2@agent.example",
	} {
		_, err := ParseEndpoint(raw)
		if err == nil || strings.Contains(err.Error(), "hun") || !strings.Contains(err.Error(), "ada:xxxxx@") {
			t.Errorf("%s: %v", raw, err)
		}
		_, err = ParseCard([]byte(`{"name":"a","url":"`+raw+`"}`), "")
		if err == nil || strings.Contains(err.Error(), "hun") {
			t.Errorf("a card with %s: %v", raw, err)
		}
	}
}

func TestRedirectsShowNoPassword(t *testing.T) {
	r := response{status: http.StatusFound, header: http.Header{"Location": {"https://ada:hunter2@agent.example/"}}}
	if got := r.redirect(); got != "https://ada:xxxxx@agent.example/" {
		t.Error(got)
	}
}
