package client

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"assay/eval"
)

// SuiteChange is what putting a suite did, or would do.
type SuiteChange struct {
	Version int      // of the suite afterwards
	Created bool     // it did not exist before
	Changes []string // one entry a field or task; empty when nothing changed
	// Warnings say what is allowed and probably not meant.
	Warnings []string
}

// PutSuite makes the registry's suite with this key what s says: every field, every task. With dryRun nothing is stored. The error
// is a Refusal when a value is not acceptable.
func (c *Client) PutSuite(ctx context.Context, s eval.Suite, dryRun bool) (SuiteChange, error) {
	const mutation = `mutation PutSuite($input: PutSuiteInput!) {
		putSuite(input: $input) { suite { version } created changes warnings userErrors { code message field } }
	}`
	tasks := make([]map[string]any, len(s.Tasks))
	for i, t := range s.Tasks {
		tasks[i] = map[string]any{"name": t.Name, "input": t.Input, "scorer": strings.ToUpper(t.Scorer), "expected": t.Expected, "weight": t.Weight}
	}
	input := map[string]any{
		"key": s.Key, "name": s.Name, "description": s.Description, "taskType": strings.ToUpper(string(s.TaskType)),
		"intervalMinutes": nil, "targetDids": nil, "rewardAmount": strconv.FormatInt(s.RewardAmount, 10),
		"reputationSignal": s.ReputationSignal, "enabled": s.Enabled, "tasks": tasks, "dryRun": dryRun,
	}
	if s.IntervalMinutes != 0 {
		input["intervalMinutes"] = s.IntervalMinutes
	}
	if s.TargetDIDs != nil {
		input["targetDids"] = s.TargetDIDs
	}
	var data struct {
		PutSuite struct {
			Suite      struct{ Version int }
			Created    bool
			Changes    []string
			Warnings   []string
			UserErrors Refusal
		}
	}
	if err := c.ask(ctx, mutation, map[string]any{"input": input}, &data); err != nil {
		return SuiteChange{}, err
	}
	p := data.PutSuite
	if len(p.UserErrors) > 0 {
		return SuiteChange{}, p.UserErrors
	}
	return SuiteChange{p.Suite.Version, p.Created, p.Changes, p.Warnings}, nil
}

// Suite reads the suite with this key; nil when there is none or it is a draft and the key is no admin's.
func (c *Client) Suite(ctx context.Context, key string) (*eval.Suite, error) {
	const query = `query Suite($key: String!) {
		suite(key: $key) {
			key name description taskType intervalMinutes rewardAmount reputationSignal targetDids enabled version digest
			tasks { name input scorer expected weight }
		}
	}`
	var data struct {
		Suite *struct {
			Key, Name, Description, TaskType string
			IntervalMinutes                  *int
			RewardAmount                     json.Number
			ReputationSignal, Enabled        bool
			TargetDIDs                       []string `json:"targetDids"`
			Version                          int
			Digest                           string
			Tasks                            []eval.Task
		}
	}
	if err := c.ask(ctx, query, map[string]any{"key": key}, &data); err != nil || data.Suite == nil {
		return nil, err
	}
	d := data.Suite
	reward, err := d.RewardAmount.Int64()
	if err != nil {
		return nil, fmt.Errorf("suite %q: reward amount: %w", key, err)
	}
	s := &eval.Suite{
		Key: d.Key, Name: d.Name, Description: d.Description, TaskType: eval.TaskType(strings.ToLower(d.TaskType)), RewardAmount: reward,
		ReputationSignal: d.ReputationSignal, Enabled: d.Enabled, TargetDIDs: d.TargetDIDs, Version: d.Version, Digest: d.Digest, Tasks: d.Tasks,
	}
	if d.IntervalMinutes != nil {
		s.IntervalMinutes = *d.IntervalMinutes
	}
	for i := range s.Tasks {
		s.Tasks[i].Scorer = strings.ToLower(s.Tasks[i].Scorer)
	}
	return s, nil
}
