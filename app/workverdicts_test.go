package app_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
)

const up, down, back = eval.ThumbsUp, eval.ThumbsDown, eval.TakeBack

// Who outranks whom, and what is left when they take their word back. The clock stands still: of two in one instant the later said counts.
func TestWhoDecides(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, kin, stranger := w.agent("them"), w.agent("them"), w.agent("others")
		peer, tester := w.agent("peers"), w.agent("others", ofTests)
		w.good(peer, classscore.Writing, 12)
		if s := w.score(peer, classscore.Writing); s == nil || s.State != classscore.Established {
			t.Fatalf("%+v", s)
		}
		work := w.ended(to, classscore.Code, false)
		late := w.missed(to, classscore.Code)
		for i, step := range []struct {
			work eval.Work
			who  context.Context
			says eval.Reaction
			want string // what it counts as then
		}{
			{work, w.as(stranger), down, "good ¼ own " + to.ID},
			{work, w.as(tester), down, "good ¼ own " + to.ID},
			{work, w.as(kin), down, "bad ½ own " + kin.ID},
			{work, w.as(to), up, "good ¼ own " + to.ID},
			{work, w.as(peer), down, "bad ¼ agent:" + peer.ID + " " + peer.ID},
			{work, w.as(to), up, "bad ¼ agent:" + peer.ID + " " + peer.ID},
			{work, w.person("bob"), up, "good 1 person:" + w.persons["bob"].User.ID + " " + w.persons["bob"].User.ID},
			{work, w.as(peer), up, "good 1 person:" + w.persons["bob"].User.ID + " " + w.persons["bob"].User.ID},
			{work, w.ada.Context(), down, "bad 1 person:" + w.ada.User.ID + " " + w.ada.User.ID},
			{work, w.ada.Context(), back, "good 1 person:" + w.persons["bob"].User.ID + " " + w.persons["bob"].User.ID},
			{work, w.person("bob"), back, "good ¼ agent:" + peer.ID + " " + peer.ID},
			{work, w.as(peer), back, "good ¼ own " + to.ID},
			{work, w.as(to), back, "bad ½ own " + kin.ID},
			{work, w.as(kin), back, "nothing"},
			{late, w.as(to), up, "bad ½ system "},
			{late, w.as(peer), up, "bad ½ system "},
			{late, w.ada.Context(), up, "good 1 person:" + w.ada.User.ID + " " + w.ada.User.ID},
			{late, w.ada.Context(), back, "bad ½ system "},
		} {
			w.says(step.who, step.work.ID, step.says)
			got := "nothing"
			if o := w.outcome(step.work.ID); o != nil {
				got = fmt.Sprintf("%s %s %s %s", map[bool]string{true: "good", false: "bad"}[o.Success], map[float64]string{0.25: "¼", 0.5: "½", 1: "1"}[o.Weight], o.Source, o.Verdict.Voice.ID)
				if o.Verified != (o.Weight == 1) || !o.Verdict.Decides {
					t.Errorf("step %d: %+v", i, o)
				}
			}
			if got != step.want {
				t.Errorf("step %d: %s, want %s", i, got, step.want)
			}
			w.standings(step.work.ID)
		}
		if s := w.score(to, classscore.Code); s == nil || s.Document.Outcomes.Count != 1 || s.Document.Score >= 50 {
			t.Errorf("%+v", s)
		}
	})
}

// standings checks that of each voice one verdict stands, that one decides at most, and that all say why.
func (w *office) standings(pieceID string) {
	w.t.Helper()
	all, err := w.App.Judged(w.ada.Context(), []string{pieceID})
	if err != nil {
		w.t.Fatal(err)
	}
	stands, decide := map[classscore.Voice]int{}, 0
	for _, v := range all[pieceID].Verdicts {
		if v.Standing == "" || v.Decides != strings.HasPrefix(v.Standing, "Decides: ") {
			w.t.Errorf("%+v", v)
		}
		if v.Decides {
			decide++
		}
		stands[v.Voice] += map[bool]int{true: 1, false: 0}[v.Stands]
	}
	for voice, n := range stands {
		if n != 1 {
			w.t.Errorf("%d of %v stand", n, voice)
		}
	}
	if (decide == 1) != (all[pieceID].Outcome != nil) || decide > 1 {
		w.t.Errorf("%d decide, %+v", decide, all[pieceID].Outcome)
	}
}

func TestVerdictsThatAreRefused(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work, open := w.ended(to, classscore.Code, false), w.send(to, classscore.Code)
		_, key := w.ada.Key("", eval.RoleOwner, eval.Scopes...)
		outsider := w.Join(team(t, w.Env, "blue").Key, eval.RoleOwner, "oscar@example.com")
		good := app.RecordVerdict{Kind: app.TargetTask, TargetID: work.ID, Reaction: up}
		with := func(change func(*app.RecordVerdict)) app.RecordVerdict {
			in := good
			change(&in)
			return in
		}
		before := w.outcome(work.ID)
		for _, c := range []struct {
			what string
			who  context.Context
			in   app.RecordVerdict
			kind fault.Kind
		}{
			{"a stranger", w.Stranger(), good, fault.Unauthenticated},
			{"a viewer", w.viewer().Context(), good, fault.Forbidden},
			{"an outsider", outsider.Context(), good, fault.NotFound},
			{"a key, as its maker", w.Bearer(key), good, fault.Forbidden},
			{"the admin's credential", w.Admin(), good, fault.Forbidden},
			{"on unfinished work", w.ada.Context(), with(func(in *app.RecordVerdict) { in.TargetID = open.ID }), fault.Conflict},
			{"on nothing", w.ada.Context(), with(func(in *app.RecordVerdict) { in.TargetID = "wrk_none" }), fault.NotFound},
			{"on no approval", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Kind = app.TargetApproval }), fault.NotFound},
			{"on something else", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Kind = "RUN" }), fault.Invalid},
			{"of another sort", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Reaction = "SHRUG" }), fault.Invalid},
			{"at length", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Comment = strings.Repeat("x", 2001) }), fault.Invalid},
			{"with NUL", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Comment = "\x00" }), fault.Invalid},
			{"a person's signature", w.ada.Context(), with(func(in *app.RecordVerdict) { in.Signature = &app.SignatureInput{} }), fault.Invalid},
		} {
			_, _, err := w.App.RecordVerdict(c.who, c.in)
			wants(t, c.what, err, c.kind)
		}
		if v := w.says(w.ada.Context(), work.ID, back); v != nil {
			t.Errorf("taking back what was not said gives %+v", v)
		}
		if v := w.says(w.ada.Context(), work.ID, up); v == nil {
			t.Error("nothing was said")
		}
		w.says(w.ada.Context(), work.ID, back)
		if v := w.says(w.ada.Context(), work.ID, back); v != nil {
			t.Errorf("taking back what was taken back gives %+v", v)
		}
		if after := w.outcome(work.ID); after == nil || after.Verdict.ID != before.Verdict.ID {
			t.Errorf("%+v, was %+v", after, before)
		}
		_, err := w.App.RemoveMember(w.Admin(), "", w.personOf("bob"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.judge(w.persons["bob"].Context(), work.ID, up)
		wants(t, "who is a member no more", err, fault.NotFound)
	})
}

// personOf is the id of a member.
func (w *office) personOf(name string) string {
	w.t.Helper()
	w.person(name)
	return w.persons[name].User.ID
}

// Where the clock was set back, what is said later counts as later all the same, also in the list of scores.
func TestClockSetBack(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work := w.ended(to, classscore.Code, false)
		w.person("bob")
		first := w.says(w.ada.Context(), work.ID, up)
		was := w.score(to, classscore.Code)
		w.clock.Add(-time.Hour)
		second := w.says(w.person("bob"), work.ID, down)
		if o := w.outcome(work.ID); o.Success || o.Verdict.ID != second.ID || !second.At.Equal(first.At) {
			t.Errorf("%+v at %v, after %v", o, second.At, first.At)
		}
		w.says(w.ada.Context(), work.ID, up)
		s := w.score(to, classscore.Code)
		if s.ID <= was.ID || !s.AsOf.Equal(first.At) || s.Document.Score != was.Document.Score {
			t.Errorf("%+v", s)
		}
		history, err := w.App.ScoreHistory(w.ada.Context(), *s, 10)
		if err != nil || len(history) != 4 || history[0].ID != s.ID || history[2].ID != was.ID {
			t.Errorf("%+v, %v", history, err)
		}
		if r := w.checked(to, classscore.Code, true); !r.OK {
			t.Errorf("%+v", r)
		}
	})
}

func TestSignedVerdicts(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		public, private, _ := ed25519.GenerateKey(nil)
		_, stranger, _ := ed25519.GenerateKey(nil)
		h := newHost(t)
		h.put("/.well-known/did.json", fmt.Sprintf(`{"id":%q,"verificationMethod":[{"id":"#one","publicKeyMultibase":%q}]}`, h.did(), multibase(public)))
		to := w.agent("them")
		for _, did := range []string{"did:key:" + multibase(public), h.did()} {
			judge := w.agent("others", func(in *app.RegisterAgent) { in.DID = did })
			work, other := w.ended(to, classscore.Code, false), w.ended(to, classscore.Code, false)
			// signs is a verdict with a signature over it, as it would be if the change had not been made.
			signs := func(by ed25519.PrivateKey, change func(*app.RecordVerdict)) app.RecordVerdict {
				in := app.RecordVerdict{Kind: app.TargetTask, TargetID: work.ID, Reaction: down, IdempotencyKey: "m1"}
				text, err := receipt.Canonical(eval.SignedVerdict{Format: eval.SignedVerdictFormat, By: did, Kind: "task", Target: work.ID, Reaction: "thumbs_down", Mutation: "m1"})
				if err != nil {
					t.Fatal(err)
				}
				in.Signature = &app.SignatureInput{Value: base64.StdEncoding.EncodeToString(ed25519.Sign(by, text))}
				if change != nil {
					change(&in)
				}
				return in
			}
			for what, in := range map[string]app.RecordVerdict{
				"another's":        signs(stranger, nil),
				"no key of its":    signs(private, func(in *app.RecordVerdict) { in.Signature.Key = "#two" }),
				"no mutation id":   signs(private, func(in *app.RecordVerdict) { in.IdempotencyKey = "" }),
				"another mutation": signs(private, func(in *app.RecordVerdict) { in.IdempotencyKey = "m2" }),
				"another target":   signs(private, func(in *app.RecordVerdict) { in.TargetID = other.ID }),
				"another reaction": signs(private, func(in *app.RecordVerdict) { in.Reaction = up }),
				"taken back":       signs(private, func(in *app.RecordVerdict) { in.Reaction = back }),
				"cut":              signs(private, func(in *app.RecordVerdict) { in.Signature.Value = in.Signature.Value[:20] }),
				"empty":            signs(private, func(in *app.RecordVerdict) { in.Signature.Value = "" }),
			} {
				_, _, err := w.App.RecordVerdict(w.as(judge), in)
				wants(t, did+", "+what, err, fault.Invalid)
			}
			_, _, err := w.App.RecordVerdict(w.as(w.sender), signs(private, nil))
			if f := fault.As(err); f == nil {
				t.Errorf("%s: brought by another agent: %v", did, err)
			}
			v, _, err := w.App.RecordVerdict(w.as(judge), signs(private, nil))
			if err != nil || v.Signature == nil || !strings.HasPrefix(v.Signature.Key, did+"#") || len(v.Signature.Value) != ed25519.SignatureSize {
				t.Fatalf("%s: %+v, %v", did, v, err)
			}
			if !ed25519.Verify(public, []byte(v.Signature.Signed), v.Signature.Value) {
				t.Errorf("%s: what is kept of the signature does not hold", did)
			}
			r, err := w.App.Receipt(w.ada.Context(), v.Receipt.String())
			if err != nil || !strings.Contains(r.Texts["signature"].Text, base64.StdEncoding.EncodeToString(v.Signature.Value)) {
				t.Errorf("%s: sealed %+v, %v", did, r, err)
			}
			if again, _, err := w.App.RecordVerdict(w.as(judge), signs(private, nil)); err != nil || again.ID != v.ID {
				t.Errorf("%s: again: %+v, %v", did, again, err)
			}
			_, _, err = w.App.RecordVerdict(w.as(judge), signs(private, func(in *app.RecordVerdict) { in.TargetID = other.ID }))
			wants(t, did+", the same mutation for another target", err, fault.Conflict)
			if all, err := w.App.Judged(w.ada.Context(), []string{work.ID, other.ID}); err != nil || len(all[work.ID].Verdicts) != 2 || len(all[other.ID].Verdicts) != 1 {
				t.Errorf("%s: %+v, %v", did, all, err)
			}
		}
	})
}
