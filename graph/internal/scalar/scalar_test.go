package scalar

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"assay/eval/fault"
)

func TestMarshal(t *testing.T) {
	noon := time.Date(2026, 11, 30, 13, 0, 0, 999_999_999, time.FixedZone("CET", 3600))
	for _, c := range []struct {
		what string
		got  graphql.Marshaler
		want string
	}{
		{"text", MarshalString("a\"b\\\n\u2028é"), `"a\"b\\\n` + "\u2028é\""},
		{"control characters", MarshalString("\x00\x1b"), `"\u0000\u001B"`},
		{"no UTF-8", MarshalString("a\xff\xfeb\xed\xa0\x80"), "\"a\uFFFDb\uFFFD\""},
		{"an id", MarshalID("run_1"), `"run_1"`},
		{"an instant in UTC, cut to milliseconds", MarshalDateTime(noon), `"2026-11-30T12:00:00.999Z"`},
		{"a whole second", MarshalDateTime(noon.Truncate(time.Second)), `"2026-11-30T12:00:00.000Z"`},
		{"never", MarshalDateTime(time.Time{}), `null`},
		{"JSON", MarshalJSON([]byte("{\n \"a\": [1, 1.50]}")), `{"a":[1,1.50]}`},
		{"JSON with bytes that are no UTF-8", MarshalJSON([]byte("{\"a\": \"\xff\"}")), "{\"a\":\"\uFFFD\"}"},
		{"no JSON", MarshalJSON([]byte(`{"a`)), `"{\"a"`},
		{"no card", MarshalJSON(nil), `null`},
		{"bytes", MarshalBase64([]byte{0xff, 0xfe, 0x3e}), `"//4+"`},
		{"no bytes", MarshalBase64([]byte{}), `""`},
		{"an amount", MarshalMinorUnits(9007199254740993), `"9007199254740993"`},
	} {
		var b strings.Builder
		c.got.MarshalGQL(&b)
		if b.String() != c.want {
			t.Errorf("%s: %s, want %s", c.what, &b, c.want)
		}
		if !json.Valid([]byte(b.String())) {
			t.Errorf("%s: %s is no JSON", c.what, &b)
		}
	}
}

func TestUnmarshal(t *testing.T) {
	show := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, c := range []struct {
		what string
		read func() (any, error)
		want string // empty: refused
	}{
		{"text", func() (any, error) { return UnmarshalString("a") }, `"a"`},
		{"a number as text", func() (any, error) { return UnmarshalString(json.Number("1")) }, ``},
		{"text with NUL", func() (any, error) { return UnmarshalString("a\x00") }, ``},
		{"text that is no UTF-8", func() (any, error) { return UnmarshalString("a\xff") }, ``},
		{"an id with NUL", func() (any, error) { return UnmarshalID("\x00") }, ``},
		{"a card with NUL", func() (any, error) {
			b, err := UnmarshalJSON(map[string]any{"a": "\x00"})
			return json.RawMessage(b), err
		}, `{"a":"\u0000"}`},
		{"an id that is a number", func() (any, error) { return UnmarshalID(int64(7)) }, `"7"`},
		{"an instant", func() (any, error) { return UnmarshalDateTime("2026-11-30T13:00:00.1239+01:00") }, `"2026-11-30T12:00:00.123Z"`},
		{"a day", func() (any, error) { return UnmarshalDateTime("2026-11-30") }, ``},
		{"a number as an instant", func() (any, error) { return UnmarshalDateTime(int64(0)) }, ``},
		{"an object", func() (any, error) {
			b, err := UnmarshalJSON(map[string]any{"a": json.Number("1.50"), "b": []any{nil, true}})
			return json.RawMessage(b), err
		}, `{"a":1.50,"b":[null,true]}`},
		{"JSON text", func() (any, error) { b, err := UnmarshalJSON(`{"a": 1}`); return string(b), err }, `"{\"a\": 1}"`},
		{"no JSON text", func() (any, error) { return UnmarshalJSON(`{"a"`) }, ``},
		{"base64", func() (any, error) { return UnmarshalBase64("//4+") }, `"//4+"`},
		{"no base64", func() (any, error) { return UnmarshalBase64("//4-") }, ``},
		{"an amount as text", func() (any, error) { return UnmarshalMinorUnits("9007199254740993") }, `9007199254740993`},
		{"an amount as a variable", func() (any, error) { return UnmarshalMinorUnits(json.Number("12")) }, `12`},
		{"an amount in the document", func() (any, error) { return UnmarshalMinorUnits(int64(12)) }, `12`},
		{"a fraction", func() (any, error) { return UnmarshalMinorUnits(json.Number("1.5")) }, ``},
		{"a float", func() (any, error) { return UnmarshalMinorUnits(1.0) }, ``},
		{"too much", func() (any, error) { return UnmarshalMinorUnits("9223372036854775808") }, ``},
	} {
		got, err := c.read()
		switch {
		case c.want == "" && !fault.Is(err, fault.Invalid):
			t.Errorf("%s: %v, %v, want it refused", c.what, got, err)
		case c.want != "" && (err != nil || show(got) != c.want):
			t.Errorf("%s: %s, %v, want %s", c.what, show(got), err, c.want)
		}
	}
}
