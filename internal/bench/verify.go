package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
	"assay/eval/verify"
)

// verified measures how long `assay-verify score` takes for the export of a score with a pool of a million outcomes. No database takes part. That
// the score is the same to the last bit is one of the checks.
func verified(_ context.Context, d database) error {
	if d.name != "SQLite" { // once is enough
		return nil
	}
	const outcomes = 1_000_000
	began := time.Now()
	text, err := exportText(outcomes)
	if err != nil {
		return err
	}
	made := time.Since(began)
	debug.FreeOSMemory()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began = time.Now()
	r, err := verify.CheckScore(text)
	took := time.Since(began)
	if err != nil {
		return err
	}
	if !r.OK || r.Cleared != outcomes/5 {
		return fmt.Errorf("the export does not hold: %+v", r)
	}
	runtime.ReadMemStats(&after)
	const most = 10 * time.Second
	report("verify", "", float64(took)/float64(most), "≤ 1 (10 s)", took <= most, "%v for %d outcomes, %d MB, made in %v; %d MB were allocated",
		took.Round(time.Millisecond), outcomes, len(text)>>20, made.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
	return nil
}

// exportText writes an export with its pool, piece by piece: of a hundred agents, the first is scored. Every fifth text was cleared.
func exportText(outcomes int) ([]byte, error) {
	const agents, asked = 100, "Summarise what changed between the two drafts, in a page."
	params, workspace := classscore.Version1, eval.DefaultWorkspace
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	facts := make([]classscore.Facts, outcomes)
	hashes := make([]receipt.Hash, outcomes)
	own := []receipt.Hash{}
	salt := make([]byte, receipt.SaltSize)
	sealed, list := []byte{}, make([]byte, 0, outcomes*900)
	for i := range facts {
		f := &facts[i]
		*f = classscore.Facts{Agent: fmt.Sprintf("agt_%026d", i%agents), Class: classscore.Code, Work: fmt.Sprintf("wrk_%026d", i), Value: classscore.Success,
			At: begin.Add(time.Duration(i) * time.Second).Format(receipt.TimeLayout)}
		if i == outcomes-1 { // all of the pool counts
			f.Agent = facts[0].Agent
		}
		if i%7 == 0 {
			f.Value = classscore.Failure
		}
		f.Voice = classscore.VoiceID(voices(f.Agent)[i%3])
		salt[0], salt[1], salt[2] = byte(i), byte(i>>8), byte(i>>16)
		text, err := receipt.NewText(salt, asked)
		if err != nil {
			return nil, err
		}
		sealed = fmt.Appendf(sealed[:0], `{"at":"%[1]s","facts":{"agent":"%[2]s","at":"%[1]s","class":"%[3]s","task":"%[4]s","value":"%[5]s","verdict":"vdt_%026[6]d",`+
			`"voice":{"id":"%[7]s","kind":"%[8]s"},"work":"%[4]s"},"format":"%[9]s","id":"rcp_%026[6]d","kind":"%[10]s","texts":{"task":"%[11]s"},"workspace":"%[12]s"}`,
			f.At, f.Agent, f.Class, f.Work, f.Value, i, f.Voice.ID, f.Voice.Kind, receipt.Format, receipt.OutcomeRecorded, text.Hash, workspace)
		hashes[i] = sha256.Sum256(sealed)
		if f.Agent == facts[0].Agent {
			own = append(own, hashes[i])
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = fmt.Appendf(list, `{"hash":"%s","receipt":%s,"texts":{`, hashes[i], sealed)
		if i%5 > 0 {
			list = fmt.Appendf(list, `"task":{"salt":"%s","text":"%s"}`, base64.StdEncoding.EncodeToString(salt), asked)
		}
		list = append(list, "}}"...)
	}
	e := verify.ScoreExport{Format: verify.ScoreFormat, Outcomes: []verify.Sealed{}, Endorsers: []verify.Endorser{}, Pool: true}
	for i := range agents {
		e.Agents = append(e.Agents, classscore.AgentFacts{ID: facts[i].Agent})
	}
	if err := sealScore(&e, params, facts, own, hashes, workspace); err != nil {
		return nil, err
	}
	text, err := receipt.Canonical(e)
	if err != nil {
		return nil, err
	}
	return bytes.Replace(text, []byte(`"outcomes":[]`), append(append([]byte(`"outcomes":[`), list...), ']'), 1), nil
}

// sealScore computes the score of the first outcome's agent, with its document and receipt.
func sealScore(e *verify.ScoreExport, params classscore.Params, facts []classscore.Facts, own, pool []receipt.Hash, workspace string) error {
	in, err := classscore.Rebuild(facts, e.Agents)
	if err != nil {
		return err
	}
	agent := facts[0].Agent
	s, _ := params.Compute(agent, classscore.Code, in)
	e.Document = params.Document(s, workspace, agent, classscore.Code)
	e.Document.Outcomes, e.Document.Pool = classscore.DigestOutcomes(own), classscore.DigestOutcomes(pool)
	if e.Document.Agents, err = classscore.DigestAgents(e.Agents[:1]); err != nil {
		return err
	}
	if e.Document.PoolAgents, err = classscore.DigestAgents(e.Agents); err != nil {
		return err
	}
	document, err := receipt.Canonical(e.Document)
	if err != nil {
		return err
	}
	r := receipt.Receipt{ID: "rcp_score", Kind: receipt.ScoreComputed, At: s.AsOf, Workspace: workspace}
	if r.Facts, err = receipt.Canonical(verify.ScoreFacts{Agent: agent, Class: classscore.Code, Document: receipt.Hash(sha256.Sum256(document)).String()}); err != nil {
		return err
	}
	e.Score, err = verify.Export(r)
	return err
}
