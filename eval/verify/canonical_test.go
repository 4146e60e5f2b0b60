package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

func isCanonical(text []byte) bool {
	s := scanner{text: text}
	return s.value() == nil && s.end() == nil
}

// canonicalByCopy is what isCanonical must say.
func canonicalByCopy(text []byte) bool {
	canonical, err := jcs.Transform(text)
	return err == nil && bytes.Equal(canonical, text)
}

func agree(t interface{ Fatalf(string, ...any) }, text []byte) {
	if got, want := isCanonical(text), canonicalByCopy(text); got != want {
		t.Fatalf("%.2000q: canonical %t, want %t", text, got, want)
	}
}

// The published vectors: outputs are canonical, inputs are not, and each number is in one form only.
func TestCanonicalVectors(t *testing.T) {
	files, _ := filepath.Glob("../receipt/testdata/jcs/*/*.json")
	if len(files) != 12 {
		t.Fatalf("%d vectors", len(files))
	}
	for _, file := range files {
		text := must(os.ReadFile(file))
		if want := strings.Contains(file, "output"); isCanonical(text) != want {
			t.Errorf("%s: canonical %t", file, !want)
		}
		agree(t, text)
	}
	lines := bufio.NewScanner(bytes.NewReader(must(os.ReadFile("../receipt/testdata/jcs/es6_numbers_10000.txt"))))
	numbers := 0
	for lines.Scan() {
		_, number, _ := strings.Cut(lines.Text(), ",")
		if !isCanonical([]byte(number)) {
			t.Errorf("%s is not canonical", number)
		}
		for _, other := range []string{"-" + number, number + "0", "0" + number, number + ".0", number + "e0", " " + number, "+" + number, strings.ToUpper(number), strings.Replace(number, "e+", "e", 1)} {
			agree(t, []byte(other))
		}
		numbers++
	}
	if numbers < 10_000 {
		t.Errorf("%d numbers", numbers)
	}
}

var oddTexts = []string{
	"", "0", "-0", "-1", "1 ", "[]", "{}", "[1,]", "[,1]", `{"a":1,}`, `{"a" :1}`, `{"a":1,"a":2}`, `{"b":1,"a":2}`, `{"":1,"a":2}`, `{"a":1,"":2}`, `{"a":1,"aa":2}`, `{"aa":1,"a":2}`,
	`"\u0000"`, `"\u001f"`, `"\u001F"`, `"\u0008"`, `"\b\f\n\r\t\"\\"`, `"\/"`, `"\u0020"`, `"\u007f"`, "\"\x7f\"", "\"\x1f\"", `"\ud83d\ude00"`, `"😀"`, `"\ud83d"`, "\"\xff\"", "\"\xed\xa0\x80\"",
	"\"\ufffd\"", "\"\u2028\"", `"`, `"\`, `"\u`, `"\u00`, `"\u000`, `"\u00g1"`, "{\"\U0001f600\":1,\"\ufb33\":2}", "{\"\ufb33\":1,\"\U0001f600\":2}", "{\"\ud7ff\":1,\"\U0001f600\":2}",
	"{\"\U0001f600\":1,\"\U0001f601\":2}", `{"\n":1," ":2}`, `{" ":1,"\n":2}`, `{"!":1,"\"":2}`, `{"\"":1,"!":2}`, `{"[":1,"\\":2,"]":3}`, "true", "tru", "truex", "nul", "null", "[true,false,null]",
	"1e21", "1e+21", "1E+21", "0x10", "1_0", "inf", "NaN", "9007199254740993", "9007199254740992", "100000000000000000000", "123456789012345", "1234567890123456789", "1e400", "5e-324", "1e-7", "0.000001",
	"\ufeff1", "1\x00", "[1\x00]", "{1:2}", `{"a"}`, "[1 ,2]", "[[[]]]", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
	strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), `"12345678"`, `"1234567` + "\n" + `"`, `"1234567é9012345\n78"`, `"aaaaaaaa\u0001bbbbbbbb"`,
}

func FuzzCanonical(f *testing.F) {
	for _, text := range oddTexts {
		f.Add([]byte(text))
	}
	files, _ := filepath.Glob("../receipt/testdata/jcs/*/*.json")
	for _, file := range files {
		f.Add(must(os.ReadFile(file)))
	}
	f.Add(sampleText())
	f.Fuzz(func(t *testing.T, text []byte) {
		if text != nil { // which jcs refuses to look at
			agree(t, text)
		}
	})
}

// jsonValue draws any value, with keys and texts from near the borders that matter.
func jsonValue(depth int) *rapid.Generator[any] {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "\"", "\\", "/", "\b", "\n", "\x00", "\x1f", "\x7f", " ", "é", "\ud7ff", "\ue000", "\ufb33", "\uffff", "\U00010000", "\U0010ffff", "12345678"}), 0, 6),
		func(parts []string) any { return strings.Join(parts, "") })
	number := rapid.Map(rapid.Custom(func(t *rapid.T) float64 {
		return rapid.OneOf(rapid.Float64(), rapid.Map(rapid.Uint64(), math.Float64frombits), rapid.Map(rapid.Int64(), func(n int64) float64 { return float64(n) })).
			Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }).Draw(t, "number")
	}), func(f float64) any { return f })
	one := []*rapid.Generator[any]{text, number, rapid.SampledFrom([]any{nil, true, false})}
	if depth > 0 {
		one = append(one, rapid.Map(rapid.SliceOfN(jsonValue(depth-1), 0, 4), func(list []any) any { return list }),
			rapid.Map(rapid.MapOfN(rapid.Map(text, func(s any) string { return s.(string) }), jsonValue(depth-1), 0, 5), func(m map[string]any) any { return m }))
	}
	return rapid.OneOf(one...)
}

// changed draws a text that differs a little from this one.
func changed(t *rapid.T, text []byte) []byte {
	out := bytes.Clone(text)
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		at := rapid.IntRange(0, len(out)).Draw(t, "at")
		switch how := rapid.IntRange(0, 3).Draw(t, "how"); {
		case how == 0 && at < len(out):
			out[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case how == 1 && at < len(out):
			out = append(out[:at:at], out[at+1:]...)
		case how == 2:
			piece := rapid.SampledFrom([]string{" ", "0", "-", ".", "e", "\"", "\\", "\\u0001", ",", ":", "{", "}", "[", "]", "null", "{}", `"a":1,`, "\xff"}).Draw(t, "piece")
			out = append(out[:at:at], append([]byte(piece), out[at:]...)...)
		default:
			to := rapid.IntRange(at, min(at+40, len(out))).Draw(t, "to")
			out = append(out[:to:to], append(bytes.Clone(out[at:to]), out[to:]...)...)
		}
	}
	return out
}

func TestCanonicalIsWhatTransformLeavesAlone(t *testing.T) {
	for _, text := range oddTexts {
		agree(t, []byte(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		marshalled := must(json.Marshal(jsonValue(3).Draw(t, "value")))
		agree(t, marshalled)
		canonical := must(jcs.Transform(marshalled))
		if !isCanonical(canonical) {
			t.Fatalf("%q is not canonical", canonical)
		}
		agree(t, changed(t, canonical))
	})
}

// strictByCopy is what strict must do, by way of encoding/json: the text is canonical, has no unknown field, and is what is written again.
func strictByCopy(text []byte, into any) error {
	if !canonicalByCopy(text) {
		return errors.New("not canonical")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows")
	}
	if back := must(receipt.Canonical(into)); !bytes.Equal(back, text) {
		return errors.New("written another way")
	}
	return nil
}

// strictly holds the two against each other, for one type.
func strictly[T any](t interface{ Fatalf(string, ...any) }, text []byte) {
	var got, want T
	err, wantErr := strict(text, &got), strictByCopy(text, &want)
	if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%.8000s\n%v, want %v\n%+v\nwant\n%+v", text, err, wantErr, got, want)
	}
}

// replaced draws a text in which one value is another's, or a key is.
func replaced(t *rapid.T, text []byte) []byte {
	all, paths := tree(text), []string{}
	spots(all, "", func(at string, _ any) {
		if !strings.Contains(at, "\n") {
			paths = append(paths, at)
		}
	})
	value := rapid.SampledFrom([]any{gone, nil, true, "", "x", "AQE=", "AQF=", "AQE", "A\nQE=", json.Number("0"), json.Number("-1"), json.Number("0.5"), json.Number("1e+30"), json.Number("9223372036854775808"),
		[]any{}, map[string]any{}, []any{json.Number("1")}, []any{json.Number("1"), json.Number("2"), json.Number("3")}, map[string]any{"": ""}}).Draw(t, "value")
	return must(receipt.Canonical(altered(all, rapid.SampledFrom(paths).Draw(t, "path"), func(v any) any {
		m, ok := v.(map[string]any)
		if !ok || value == gone || rapid.Bool().Draw(t, "whole") {
			return value
		}
		more := maps.Clone(m)
		more[rapid.SampledFrom([]string{"", "\n", "zzz", "Hash", "text"}).Draw(t, "key")] = value
		return more
	})))
}

// What is read, and as what, is exactly what encoding/json and jcs together would read.
func TestStrictReadsAsBefore(t *testing.T) {
	score, results := sampleText(), must(receipt.Canonical(buildResults(false)))
	var e ScoreExport
	if err := strict(score, &e); err != nil {
		t.Fatal(err)
	}
	facts := must(receipt.Canonical(classscore.Facts{Agent: "a\n", Class: classscore.Code}))
	rapid.Check(t, func(t *rapid.T) {
		change := rapid.SampledFrom([]func(*rapid.T, []byte) []byte{func(_ *rapid.T, text []byte) []byte { return text }, changed, replaced}).Draw(t, "change")
		strictly[ScoreExport](t, change(t, score))
		strictly[ResultsExport](t, change(t, results))
		strictly[body](t, change(t, e.Outcomes[0].Receipt))
		strictly[body](t, change(t, e.Score.Receipt))
		strictly[classscore.Facts](t, change(t, facts))
		strictly[RunFacts](t, change(t, must(receipt.Canonical(RunFacts{}))))
	})
}

// Base64 has one form too.
func TestStrictBase64(t *testing.T) {
	for _, salt := range []string{`""`, `"AQ=="`, `"AR=="`, `"AQE="`, `"AQF="`, `"AQE"`, `"AQEB"`, `"AQ\nE="`, `"AQE=\n"`, `"AQE=AQE="`, `"_-8="`, `"/+8="`, `" AQ=="`, `null`, `1`, `[1]`} {
		strictly[Text](t, fmt.Appendf(nil, `{"salt":%s,"text":"x"}`, salt))
	}
}

// A value that is read into again and again says nothing of what was in it.
func TestStrictReadsIntoUsedValues(t *testing.T) {
	e := sample(t)
	var used Sealed
	var b body
	for _, o := range append(e.Outcomes, e.Score) {
		if err := strict(must(receipt.Canonical(o)), &used); err != nil || !reflect.DeepEqual(used, o) {
			t.Errorf("%v, %+v, want %+v", err, used, o)
		}
		if err := strict(o.Receipt, &b); err != nil || len(b.Texts) > 1 || !bytes.Equal(must(receipt.Canonical(b)), o.Receipt) {
			t.Errorf("%v, %+v", err, b)
		}
	}
}

// Checking while reading says what reading and then checking says.
func TestCheckScore(t *testing.T) {
	text := sampleText()
	rapid.Check(t, func(t *rapid.T) {
		other := rapid.SampledFrom([]func(*rapid.T, []byte) []byte{func(_ *rapid.T, text []byte) []byte { return text }, changed, replaced}).Draw(t, "change")(t, text)
		got, err := CheckScore(other, logKeys()...)
		e, wantErr := ReadScore(other)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%v, want %v", err, wantErr)
		}
		if err != nil {
			return
		}
		if want := Score(e, logKeys()...); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nwant\n%+v", got, want)
		}
	})
}
