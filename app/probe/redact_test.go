package probe

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/eval"
)

const canary = `C4nary/"<s&cret>\é+value`

func TestRedactorKnowsTheSpellings(t *testing.T) {
	r := newRedactor(canary)
	quoted, _ := json.Marshal(canary)
	twice, _ := json.Marshal("x" + canary)
	for name, text := range map[string]string{
		"plain": canary, "query": url.QueryEscape(canary), "path": url.PathEscape(canary), "JSON": string(quoted), "JSON within": string(twice),
		"JSON, slashes escaped": strings.ReplaceAll(string(quoted), "/", `\/`), "HTML": html.EscapeString(canary),
		"hex": hex.EncodeToString([]byte(canary)), "HEX": strings.ToUpper(hex.EncodeToString([]byte(canary))),
		"lower escapes": strings.NewReplacer("%2F", "%2f", "%22", "%22", "%5C", "%5c").Replace(url.QueryEscape(canary)),
		"some escapes":  strings.Replace(strings.Replace(canary, "/", "%2F", 1), "C", "%43", 1),
		"JSON in ASCII": strings.Replace(string(quoted), "é", `\u00E9`, 1), "numbers in HTML": strings.ReplaceAll(html.EscapeString(canary), "&lt;", "&#x3C;"),
		"base64": base64.StdEncoding.EncodeToString([]byte(canary)), "base64url": base64.RawURLEncoding.EncodeToString([]byte(canary)),
		"Basic":          "Basic " + base64.StdEncoding.EncodeToString([]byte("client:"+canary)),
		"Basic, escaped": "Basic " + base64.StdEncoding.EncodeToString([]byte("client:"+url.QueryEscape(canary))),
	} {
		got := r.text("before " + text + " after")
		if !strings.Contains(got, blackout) || !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("%s: %q", name, got)
		}
		if again := r.text(got); again != got {
			t.Errorf("%s: %q still held some", name, got)
		}
	}
	if got := r.text("nothing to hide"); got != "nothing to hide" {
		t.Errorf("%q", got)
	}
	if got := (*redactor)(nil).text(canary); got != canary {
		t.Errorf("without secrets: %q", got)
	}
	if short := newRedactor("short"); len(short.forms)+len(short.secrets) != 0 {
		t.Error("a short secret would black out what is none")
	}
}

func TestRedactorFindsASecretCutOff(t *testing.T) {
	r := newRedactor("0123456789abcdef")
	for _, c := range []struct{ in, want string }{
		{"body 0123456789abcde", "body [secret]"},
		{"body 0123", "body [secret]"},
		{"body 012", "body 012"},
		{"body MDEyMzQ1Njc4", "body [secret]"},
		{"0123456789abcdef0123456789", "[secret][secret]"},
		{"", ""},
	} {
		before := []byte(c.in)
		if got := string(r.cut(before)); got != c.want || string(before) != c.in {
			t.Errorf("%q became %q, want %q (and %q)", c.in, got, c.want, before)
		}
	}
}

func TestRedactorLosesTheCaseOfHeaderNames(t *testing.T) {
	got := newRedactor("s3cret-Token").headers([]eval.Header{{Name: "S3cret-Token", Value: "x"}, {Name: "X-Echo", Value: "s3cret-Token"}, {Name: "Date", Value: "now"}})
	if fmt.Sprint(got) != "[{[secret] x} {X-Echo [secret]} {Date now}]" {
		t.Errorf("%v", got)
	}
}

// Whatever stands around a secret, its base64 never does.
func TestBase64CoresStandWhateverIsAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[!-~]{8,40}`).Draw(t, "secret")
		before := rapid.SliceOfN(rapid.Byte(), 0, 7).Draw(t, "before")
		after := rapid.SliceOfN(rapid.Byte(), 0, 7).Draw(t, "after")
		r := newRedactor(eval.Secret(secret))
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			encoded := e.EncodeToString(bytes.Join([][]byte{before, []byte(secret), after}, nil))
			if !strings.Contains(r.text(encoded), blackout) {
				t.Fatalf("%q in %q stays %q", secret, encoded, r.text(encoded))
			}
		}
	})
}

func BenchmarkRedactor(b *testing.B) {
	for _, size := range []int{40, 1500} {
		secret := eval.Secret(strings.Repeat("aB3-", size/4))
		body := bytes.Repeat([]byte("some words that an agent says, aB3-aB3 "), 1<<20/40)
		b.Run(fmt.Sprint("make ", size), func(b *testing.B) {
			for b.Loop() {
				newRedactor(secret)
			}
		})
		r := newRedactor(secret)
		b.Run(fmt.Sprint("1 MiB ", size), func(b *testing.B) {
			for b.Loop() {
				r.bytes(body)
			}
		})
	}
}
