package vault

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"assay/eval"
)

func parse(t *testing.T, text string) *Vault {
	t.Helper()
	v, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSealedSecretsOpenInTheirPlaceOnly(t *testing.T) {
	v := parse(t, NewKey())
	const secret = eval.Secret("hunter2-hunter2")
	sealed, err := v.Seal(secret, "agt_1", "BEARER", "{}")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte(secret.Reveal())) {
		t.Error("the secret stands in what was sealed")
	}
	if got, err := v.Open(sealed, "agt_1", "BEARER", "{}"); err != nil || got != secret {
		t.Errorf("opened %q, %v", got.Reveal(), err)
	}
	for _, place := range [][]string{{"agt_2", "BEARER", "{}"}, {"agt_1", "API_KEY", "{}"}, {"agt_1", "BEARER"}, {"agt_1BEARER", "{}"}, {"agt_", "1BEARER", "{}"}, nil} {
		if _, err := v.Open(sealed, place...); !errors.Is(err, ErrDamaged) {
			t.Errorf("opened for %q: %v", place, err)
		}
	}
	again, err := v.Seal(secret, "agt_1", "BEARER", "{}")
	if err != nil || bytes.Equal(again, sealed) {
		t.Errorf("sealed the same twice: %v", err)
	}
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		if _, err := v.Open(changed, "agt_1", "BEARER", "{}"); err == nil {
			t.Errorf("opened with byte %d changed", i)
		}
	}
	for n := range sealed {
		if _, err := v.Open(sealed[:n], "agt_1", "BEARER", "{}"); err == nil {
			t.Errorf("opened %d bytes of %d", n, len(sealed))
		}
	}
}

func TestKeysAreTurnedOver(t *testing.T) {
	older, newer := NewKey(), NewKey()
	sealed, err := parse(t, older).Seal("a secret of before", "x")
	if err != nil {
		t.Fatal(err)
	}
	both := parse(t, newer+","+older)
	if got, err := both.Open(sealed, "x"); err != nil || got != "a secret of before" {
		t.Errorf("with both keys: %q, %v", got.Reveal(), err)
	}
	if both.Current(sealed) {
		t.Error("what the older key sealed counts as current")
	}
	again, err := both.Seal("a secret of now", "x")
	if err != nil || !both.Current(again) {
		t.Errorf("the first key does not seal: %v", err)
	}
	if _, err := parse(t, newer).Open(sealed, "x"); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("without the older key: %v", err)
	}
	if _, err := (*Vault)(nil).Open(sealed, "x"); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("without any key: %v", err)
	}
	if _, err := (*Vault)(nil).Seal("secret", "x"); err == nil {
		t.Error("sealed without a key")
	}
}

func TestParseReadsEverySpellingOfAKey(t *testing.T) {
	raw := bytes.Repeat([]byte{0xfb, 0xff}, KeySize/2)
	for _, text := range []string{
		base64.StdEncoding.EncodeToString(raw), base64.RawStdEncoding.EncodeToString(raw), base64.URLEncoding.EncodeToString(raw),
		base64.RawURLEncoding.EncodeToString(raw), hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw)), " " + hex.EncodeToString(raw) + "\n",
	} {
		sealed, err := parse(t, text).Seal("secret", "x")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parse(t, hex.EncodeToString(raw)).Open(sealed, "x"); err != nil {
			t.Errorf("%q is another key: %v", text, err)
		}
	}
	for _, text := range []string{"", " ", ",", "hunter2", hex.EncodeToString(raw)[2:], NewKey() + ",hunter2", NewKey()[:20]} {
		_, err := Parse(text)
		if err == nil {
			t.Errorf("%q is taken for keys", text)
		} else if strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "openssl") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
