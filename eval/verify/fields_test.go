package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/eval/receipt"
)

func tree(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// spots gives the paths of all that is within a value, with what is there.
func spots(v any, at string, found func(at string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			found(path.Join(at, k), v[k])
			spots(v[k], path.Join(at, k), found)
		}
	case []any:
		for i := range v {
			found(path.Join(at, strconv.Itoa(i)), v[i])
			spots(v[i], path.Join(at, strconv.Itoa(i)), found)
		}
	}
}

// gone is what a change puts in place of what is to be removed.
var gone any = new(int)

// altered gives a copy of a value with what is at a path changed.
func altered(v any, at string, change func(any) any) any {
	if at == "" {
		return change(v)
	}
	head, rest, _ := strings.Cut(at, "/")
	switch v := v.(type) {
	case map[string]any:
		m := maps.Clone(v)
		if m[head] = altered(v[head], rest, change); m[head] == gone {
			delete(m, head)
		}
		return m
	case []any:
		i := must(strconv.Atoi(head))
		l := slices.Clone(v)
		if l[i] = altered(v[i], rest, change); l[i] == gone {
			l = slices.Delete(l, i, i+1)
		}
		return l
	default:
		panic("nothing is at " + at)
	}
}

// flips gives what a leaf becomes when one bit of it is another, and it still is of its kind: at the beginning, in the middle and at the end.
func flips(v any) (all []any) {
	switch v := v.(type) {
	case string:
		if v == "" {
			return []any{"x"}
		}
		for _, at := range []int{0, len(v) / 2, len(v) - 1} {
			b := []byte(v)
			if salt, err := base64.StdEncoding.DecodeString(v); err == nil && len(salt) == receipt.SaltSize {
				salt[at*len(salt)/len(v)] ^= 1
				b = []byte(base64.StdEncoding.EncodeToString(salt))
			} else if b[at] ^= 1; b[at] < ' ' || b[at] > '~' {
				b[at] ^= 1 ^ 2
			}
			all = append(all, string(b))
		}
	case json.Number:
		b := []byte(v)
		if b[len(b)-1] ^= 1; b[len(b)-1] == '0' && bytes.IndexByte(b, '.') >= 0 {
			b[len(b)-1] = '3'
		}
		all = append(all, json.Number(b))
	case bool:
		all = append(all, !v)
	case nil, []any, map[string]any: // has no bits of its own
	}
	return all
}

// firstNo names the first check that fails, with its code.
func firstNo(v any) (string, Report) {
	r, err := CheckScore(must(receipt.Canonical(v)), logKeys()...)
	if err != nil {
		return "unreadable", r
	}
	for _, c := range r.Checks {
		if !c.OK {
			return c.Name + " " + c.Code, r
		}
	}
	return "holds", r
}

// rule says which check must say no first, or which of several by what becomes of the value, when something at a path of the pattern is changed. A
// pattern stands for all below it too.
type rule struct{ pattern, want string }

// held holds a change against the first rule that is for its path, and notes that it was.
func held(t *testing.T, rules []rule, used map[string]bool, at, got string) {
	t.Helper()
	for _, r := range rules {
		parts := strings.Split(at, "/")
		n := min(strings.Count(r.pattern, "/")+1, len(parts))
		if ok, err := path.Match(r.pattern, strings.Join(parts[:n], "/")); err != nil || !ok {
			continue
		}
		used[r.pattern] = true
		if !slices.Contains(strings.Split(r.want, " or "), got) {
			t.Errorf("%s: %s, want %s", at, got, r.want)
		}
		return
	}
	t.Errorf("%s: %s, and no rule says what it should be", at, got)
}

func allUsed(t *testing.T, rules []rule, used map[string]bool) {
	t.Helper()
	for _, r := range rules {
		if !used[r.pattern] {
			t.Errorf("there is nothing at %s", r.pattern)
		}
	}
}

func golden() any { return tree(must(os.ReadFile("testdata/score.json"))) }

// One flipped bit in any field of an export is named by the right check.
func TestEveryFieldHasItsCheck(t *testing.T) {
	rules, used := []rule{
		{"format", "unreadable"},
		{"score", "seal seal_broken"},
		{"document", "seal document_changed"},
		{"outcomes/*/texts", "outcomes text_changed"},
		{"outcomes", "outcomes seal_broken"},
		{"pool", "facts receipts_differ"},
		{"agents/*/id", "facts receipts_differ or facts facts_changed"},
		{"agents", "facts facts_changed"},
		{"endorsers/*/document", "facts document_changed"},
		{"endorsers/*/score", "facts seal_broken"},
		{"log/checkpoint", "log checkpoint_invalid"},
		{"log/origin", "log checkpoint_invalid"},
		{"log/index", "log not_in_log"},
		{"log/proof", "log not_in_log or log unreadable"},
		{"log/keys", "log key_differs"},
	}, map[string]bool{}
	all, changes := golden(), 0
	spots(all, "", func(at string, v any) {
		for _, flipped := range flips(v) {
			got, _ := firstNo(altered(all, at, func(any) any { return flipped }))
			held(t, rules, used, at, got)
			changes++
		}
	})
	allUsed(t, rules, used)
	if changes < 400 {
		t.Errorf("%d changes", changes)
	}
}

// A registry that changes a field and seals the change anew is found by what it sealed elsewhere, by computing again, or by the log.
func TestEveryFieldSealedAnew(t *testing.T) {
	rules, used := []rule{
		{"document/format", "seal document_changed"},
		{"document/class", "seal unknown_class"},
		{"document/workspace", "outcomes foreign_outcome"},
		{"document/model", "params params_unknown"},
		{"document/params_version", "params params_unknown"},
		{"document/agent", "facts receipts_differ"},
		{"document/outcomes", "facts receipts_differ"},
		{"document/pool", "facts receipts_differ"},
		{"document/agents", "facts facts_changed"},
		{"document/pool_agents", "facts facts_changed"},
		{"document/as_of", "recompute score_differs"},
		{"document/half_width", "recompute score_differs"},
		{"document/n", "recompute score_differs"},
		{"document/v", "recompute score_differs"},
		{"document/pool_rate", "recompute score_differs"},
		{"document/range", "recompute score_differs"},
		{"document/score", "recompute score_differs"},
		{"document/state", "recompute score_differs"},
		{"score/receipt/format", "seal wrong_kind"},
		{"score/receipt/kind", "seal wrong_kind"},
		{"score/receipt/at", "log not_in_log or seal unreadable"},
		{"score/receipt/id", "log not_in_log"},
		{"score/receipt/facts/previous", "log not_in_log"},
		{"score/receipt/facts", "seal document_changed"},
		{"score/receipt/workspace", "seal document_changed"},
		{"outcomes/*/receipt/format", "outcomes wrong_kind"},
		{"outcomes/*/receipt/kind", "outcomes wrong_kind"},
		{"outcomes/*/receipt/at", "facts receipts_differ or outcomes unreadable"},
		{"outcomes/*/receipt/workspace", "outcomes foreign_outcome"},
		{"outcomes/*/receipt/texts", "outcomes text_changed or outcomes unreadable or facts receipts_differ"}, // the last: of a cleared text
		{"outcomes/*/receipt/facts/class", "outcomes foreign_outcome"},
		{"outcomes/*/receipt/facts/work", "facts receipts_differ or outcomes counted_twice"},
		{"outcomes/*/receipt/facts", "facts receipts_differ"},
		{"outcomes/*/receipt/id", "facts receipts_differ"},
		{"endorsers/*/document/format", "facts document_changed"},
		{"endorsers/*/document", "facts not_established"},
		{"endorsers/*/score/receipt/format", "facts wrong_kind"},
		{"endorsers/*/score/receipt/kind", "facts wrong_kind"},
		{"endorsers/*/score/receipt/at", "facts not_established or facts unreadable"},
		{"endorsers/*/score/receipt/facts/previous", "facts not_established"},
		{"endorsers/*/score/receipt/facts", "facts document_changed"},
		{"endorsers/*/score/receipt/workspace", "facts document_changed"},
		{"endorsers/*/score/receipt/id", "facts not_established"},
	}, map[string]bool{}
	all := golden()
	spots(all, "", func(at string, v any) {
		for _, flipped := range flips(v) {
			lie := altered(all, at, func(any) any { return flipped })
			if sealed, _, ok := strings.Cut(at, "/receipt/"); ok {
				lie = altered(lie, sealed, func(s any) any {
					m := maps.Clone(s.(map[string]any))
					m["hash"] = receipt.Hash(sha256.Sum256(must(receipt.Canonical(m["receipt"])))).String()
					return m
				})
			} else if of, _, ok := strings.Cut("/"+at, "/document/"); ok {
				lie = altered(lie, strings.TrimPrefix(of, "/"), func(s any) any {
					m := maps.Clone(s.(map[string]any))
					var e Endorser
					if err := json.Unmarshal(must(json.Marshal(m["document"])), &e.Document); err != nil {
						t.Fatal(err)
					}
					m["score"] = tree(must(json.Marshal(sealScore(e.Document))))
					return m
				})
			} else {
				continue
			}
			got, _ := firstNo(lie)
			held(t, rules, used, at, got)
		}
	})
	allUsed(t, rules, used)
}

// Nothing of an export can be left out. A text that is counts as cleared.
func TestNothingCanBeLeftOut(t *testing.T) {
	rules, used := []rule{
		{"score/receipt/*", "seal seal_broken"},
		{"endorsers/*/score/receipt/*", "facts seal_broken"},
		{"outcomes/*/receipt/*", "outcomes seal_broken"},
		{"outcomes/*/texts/task/*", "unreadable"},
		{"outcomes/*/texts/task", "holds"},
		{"log/keys/*", "log key_differs"},
		{"log/proof/*", "log not_in_log"},
		{"*/*/*", "unreadable"},
		{"outcomes/*", "facts receipts_differ"},
		{"agents/*", "facts receipts_differ"},
		{"endorsers/*", "facts not_established"},
		{"*", "unreadable"},
	}, map[string]bool{}
	all := golden()
	_, before := firstNo(all)
	spots(all, "", func(at string, v any) {
		got, r := firstNo(altered(all, at, func(any) any { return gone }))
		held(t, rules, used, at, got)
		if got == "holds" && r.Cleared != before.Cleared+1 {
			t.Errorf("%s: %d cleared, want one more than %d", at, r.Cleared, before.Cleared)
		}
	})
	allUsed(t, rules, used)
}

// Nothing can be added to an export.
func TestNothingCanBeAdded(t *testing.T) {
	all := golden()
	add := func(at string, v any) {
		m, ok := v.(map[string]any)
		if !ok {
			return
		}
		for _, key := range append(slices.Collect(maps.Keys(m)), "", "zzz") { // a key of another case too
			key = strings.ToUpper(key)
			got, _ := firstNo(altered(all, at, func(v any) any {
				more := maps.Clone(v.(map[string]any))
				more[key] = m[strings.ToLower(key)]
				return more
			}))
			want := "unreadable"
			if strings.Contains(at+"/", "/receipt/") {
				want = map[string]string{"s": "seal seal_broken", "e": "facts seal_broken", "o": "outcomes seal_broken"}[at[:1]]
			} else if strings.HasSuffix(at, "/texts") && m[strings.ToLower(key)] != nil {
				want = map[string]string{"s": "seal unsealed", "e": "facts unsealed", "o": "outcomes unsealed"}[at[:1]]
			}
			if got != want {
				t.Errorf("%s with a field %q: %s, want %s", at, key, got, want)
			}
		}
	}
	add("", all)
	spots(all, "", add)
}
