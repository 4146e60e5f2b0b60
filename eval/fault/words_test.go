package fault_test

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/eval/fault"
)

func TestJSONSpeaksOfNoGo(t *testing.T) {
	type shape struct {
		Status struct{ State string }
	}
	for text, want := range map[string]string{
		"":                         "it is empty",
		"{":                        "it ends too early",
		"[]":                       "it is an array",
		"7":                        "it is a number",
		"true":                     "it is true or false",
		`"x"`:                      "it is a string",
		`{"Status":{"State":[1]}}`: "Status.State must not be an array",
		`{"a":1,}`:                 "it is no JSON from byte 8 on, where there is '}'",
		"NaN":                      "it is no JSON from byte 1 on, where there is 'N'",
		`'a'`:                      `it is no JSON from byte 1 on, where there is '\''`,
		strings.Repeat("[", 20000): "it is nested too deep at byte 10001",
	} {
		var into shape
		err := json.NewDecoder(strings.NewReader(text)).Decode(&into)
		if err == nil {
			t.Fatalf("%.20s is read", text)
		}
		if got := fault.JSON(err); got != want {
			t.Errorf("%.20s: %q, want %q", text, got, want)
		}
	}
	if got := fault.JSON(json.Unmarshal([]byte(" "), new(int))); got != "it ends too early" {
		t.Error(got)
	}
}

func TestRedactURL(t *testing.T) {
	for text, want := range map[string]string{
		"https://ada:hunter2@assay.example/x": "https://ada:xxxxx@assay.example/x",
		"https://:hunter2@h":                  "https://:xxxxx@h",
		"https://ada:hun/ter@2@h:x/":          "https://ada:xxxxx@h:x/",
		"//ada:hunter2@h":                     "//ada:xxxxx@h",
		"ada:hunter2@h":                       "ada:xxxxx@h",
		"https://ada@h":                       "https://ada@h",
		"https://h:8080/a@b":                  "https://h:8080/a@b",
		"https://h/?a:b@c":                    "https://h/?a:b@c",
		"nonsense":                            "nonsense",
	} {
		if got := fault.RedactURL(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
