package app

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// Challenge is a challenge as it is given out.
type Challenge struct {
	eval.Challenge
	Line string // to publish or to sign
	URL  string // where to publish it; empty: the agent has no endpoint
}

const (
	challengeLife  = 24 * time.Hour
	mostChallenges = 10 // open at once, of one agent for one action; the newest is given again then
	answerTries    = 30 // failed answers of one network within triesWithin
)

// RequestChallenge gives a challenge, good for 24 hours and one answer. To prove control of an agent's endpoint it needs what changing the
// agent needs; to opt out of being evaluated, or in again, nothing: the answer shows who asks. Strangers get a limited number.
func (a *App) RequestChallenge(ctx context.Context, did string, action eval.ChallengeAction) (c Challenge, err error) {
	act := a.begin(ctx, "requestChallenge", "", did, map[string]any{"did": did, "action": action})
	defer act.end(ctx, &err)
	agent, err := a.challenged(ctx, act, did, action)
	if err != nil {
		return c, err
	}
	if !Caller(ctx).Known() { // each is an entry of the audit log, which nobody takes out again
		if _, err := a.tries.enter(guesser{"challenges for " + ownNetwork(Caller(ctx).Address), networkTries}); err != nil {
			return c, err
		}
	}
	now := a.now()
	err = act.write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, agent.DID); err != nil { // so that two requests at once are counted
			return err
		}
		open, err := tx.OpenChallenges(ctx, agent.ID, action, now)
		if err != nil {
			return err
		}
		if len(open) >= mostChallenges {
			c.Challenge = open[0]
			return nil
		}
		c.Challenge = eval.Challenge{ID: store.NewID(eval.ChallengeID, now), AgentID: agent.ID, Action: action, Token: newToken().Reveal(),
			CreatedAt: now, ExpiresAt: now.Add(challengeLife)}
		return tx.AddChallenge(ctx, c.Challenge)
	})
	c.Line = c.Challenge.Line(a.config.DID, agent.DID)
	if origin := agent.Origin(); origin != "" {
		c.URL = origin + eval.ChallengePath
	}
	return c, err
}

// challenged gives the agent that a challenge is about, when the caller may have one for this action.
func (a *App) challenged(ctx context.Context, act *act, did string, action eval.ChallengeAction) (*eval.Agent, error) {
	switch action {
	case eval.ChallengeProve:
		agent, err := a.changeable(ctx, act, did)
		if err == nil {
			err = provable(*agent)
		}
		return agent, err
	case eval.ChallengeOptOut, eval.ChallengeOptIn:
	default:
		return nil, fault.Bad("action", "must be PROVE, OPT_OUT or OPT_IN")
	}
	agent, err := a.Agent(ctx, did)
	if err == nil && agent == nil {
		err = missingAgent(did)
	}
	if err != nil {
		return nil, err
	}
	act.about(agent.WorkspaceID, agent.DID)
	return agent, optable(*agent, action)
}

// provable refuses agents about which there is nothing to prove.
func provable(agent eval.Agent) error {
	switch {
	case agent.Removed():
		return missingAgent(agent.DID)
	case !agent.Homed():
		return fault.New(fault.Conflict, "mirror", "%s is homed at %s and is not evaluated here", agent.DID, agent.HomeRegistry)
	case agent.Proof.State == eval.Trusted:
		return fault.New(fault.Conflict, "trusted", "%s is trusted already: a platform admin registered it", agent.DID)
	}
	return nil
}

// optable refuses to opt out, or in, what already is.
func optable(agent eval.Agent, action eval.ChallengeAction) error {
	switch out := !agent.OptedOutAt.IsZero(); {
	case out && action == eval.ChallengeOptOut:
		return fault.New(fault.Conflict, "opted_out", "%s is opted out already", agent.DID)
	case !out && action == eval.ChallengeOptIn:
		return fault.New(fault.Conflict, "not_opted_out", "%s is not opted out", agent.DID)
	}
	return nil
}

// AnswerChallenge is an answer to a challenge.
type AnswerChallenge struct {
	ChallengeID string
	Method      eval.ProofMethod
	Signature   string // base64 or base64url; of SIGNATURE only
	Key         string // id of the verification method that signed; empty: any
}

// AnswerChallenge checks an answer and does what the challenge is for: the agent is proven, opted out, or in again. See
// docs/decisions/proof-of-control.md for what counts. Needs no credential but the challenge's id; failed answers are limited per network.
func (a *App) AnswerChallenge(ctx context.Context, in AnswerChallenge) (agent eval.Agent, err error) {
	act := a.begin(ctx, "answerChallenge", "", in.ChallengeID, in)
	defer act.end(ctx, &err)
	c, known, err := a.openChallenge(ctx, act, in.ChallengeID)
	if err != nil {
		return agent, err
	}
	guess := network(ctx)
	passed, err := a.tries.enter(guesser{"answers of " + guess.name, answerTries})
	if err != nil {
		return agent, err
	}
	line := c.Line(a.config.DID, known.DID)
	switch in.Method {
	case eval.ProofWellKnown:
		err = a.published(ctx, known, line)
	case eval.ProofSignature:
		err = a.signed(ctx, known, line, in)
	default:
		err = fault.Bad("method", "must be WELL_KNOWN or SIGNATURE")
	}
	if err != nil {
		return agent, err
	}
	passed()
	now := a.now()
	err = act.write(ctx, func(tx *store.Tx) error {
		current, err := tx.LockAgent(ctx, known.DID)
		if err != nil {
			return err
		}
		agent = *current
		if agent.Endpoint != known.Endpoint {
			return fault.New(fault.Conflict, "moved", "the agent's endpoint moved meanwhile, from %s to %s; answer again", known.Endpoint, orNone(agent.Endpoint))
		}
		e, err := settle(&agent, c.Action, in.Method, now)
		if err != nil {
			return err
		}
		if ok, err := tx.UseChallenge(ctx, c.ID, now); err != nil || !ok {
			if err == nil {
				err = closedChallenge(c.ID)
			}
			return err
		}
		return tx.PutAgent(ctx, agent, e)
	})
	return agent, err
}

// openChallenge gives a challenge that can be answered, and its agent.
func (a *App) openChallenge(ctx context.Context, act *act, id string) (eval.Challenge, eval.Agent, error) {
	c, err := a.store.Challenge(ctx, id)
	if err != nil {
		return eval.Challenge{}, eval.Agent{}, err
	}
	if c == nil {
		f := fault.Missing("challenge", id)
		f.Field = "challenge_id"
		return eval.Challenge{}, eval.Agent{}, f
	}
	agents, err := a.store.AgentsByID(ctx, []string{c.AgentID})
	if err != nil || len(agents) == 0 {
		return *c, eval.Agent{}, err
	}
	act.about(agents[0].WorkspaceID, agents[0].DID)
	if !c.Open(a.now()) {
		return *c, agents[0], closedChallenge(id)
	}
	if c.Action == eval.ChallengeProve {
		return *c, agents[0], provable(agents[0])
	}
	return *c, agents[0], optable(agents[0], c.Action)
}

func closedChallenge(id string) error {
	f := fault.New(fault.Conflict, "challenge_over", "challenge %s was used or has expired; ask for another one", id)
	f.Field = "challenge_id"
	return f
}

// settle does to an agent what an answered challenge is for.
func settle(agent *eval.Agent, action eval.ChallengeAction, method eval.ProofMethod, now time.Time) (eval.AgentEvent, error) {
	how := map[eval.ProofMethod]string{eval.ProofWellKnown: "by the file " + eval.ChallengePath, eval.ProofSignature: "by a signature"}[method]
	agent.UpdatedAt = now
	if action == eval.ChallengeProve {
		if err := provable(*agent); err != nil {
			return eval.AgentEvent{}, err
		}
		agent.Proof = eval.Proof{State: eval.Proven, Method: method, Origin: agent.Origin(), At: now}
		return event(*agent, now, eval.AgentProven, "", fmt.Sprintf("control of %s was shown %s", agent.Origin(), how)), nil
	}
	if err := optable(*agent, action); err != nil {
		return eval.AgentEvent{}, err
	}
	if action == eval.ChallengeOptIn {
		agent.OptedOutAt = time.Time{}
		return event(*agent, now, eval.AgentOptedIn, "", fmt.Sprintf("the operator of %s allows calls again, shown %s", agent.Origin(), how)), nil
	}
	agent.OptedOutAt = now
	return event(*agent, now, eval.AgentOptedOut, "", fmt.Sprintf("the operator of %s asked that it be called no more, shown %s", agent.Origin(), how)), nil
}

// published checks that the line stands in the file of challenges on the endpoint's origin.
func (a *App) published(ctx context.Context, agent eval.Agent, line string) error {
	if agent.Endpoint == "" {
		return fault.New(fault.Conflict, "no_endpoint", "%s has no endpoint whose control could be shown", agent.DID)
	}
	lines, err := a.prober.ChallengeLines(ctx, agent.Endpoint)
	if err != nil {
		return err
	}
	if !slices.Contains(lines, line) {
		return fault.New(fault.Conflict, "not_published", "%s%s does not have the challenge's line; it must be there exactly as it was given", agent.Origin(), eval.ChallengePath)
	}
	return nil
}

// signed checks that the line is signed with a key of the agent's DID, and that the DID is bound to the endpoint: a signature shows who
// controls the DID, which is anybody's choice.
func (a *App) signed(ctx context.Context, agent eval.Agent, line string, in AnswerChallenge) error {
	signature, err := decodeSignature(in.Signature)
	if err != nil {
		return err
	}
	if err := a.boundToEndpoint(ctx, agent); err != nil {
		return err
	}
	keys, err := a.prober.Keys(ctx, agent.DID)
	if err != nil {
		return err
	}
	tried := 0
	for _, k := range keys {
		_, fragment, _ := strings.Cut(k.ID, "#")
		if in.Key != "" && in.Key != k.ID && strings.TrimPrefix(in.Key, "#") != fragment {
			continue
		}
		if tried++; ed25519.Verify(k.Public, []byte(line), signature) {
			return nil
		}
	}
	if tried == 0 {
		return fault.Bad("key", "%s has no Ed25519 key %q that may authenticate or assert for it", agent.DID, in.Key)
	}
	return fault.Bad("signature", "is not one over the challenge's line by a key of %s", agent.DID)
}

func decodeSignature(s string) ([]byte, error) {
	s = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimSpace(s)), "=")
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(b) != ed25519.SignatureSize {
		return nil, fault.Bad("signature", "must be %d bytes in base64 or base64url", ed25519.SignatureSize)
	}
	return b, nil
}

// boundToEndpoint checks that whoever controls the agent's DID controls its endpoint: the DID is the did:web of the endpoint's host, or
// the card at a well-known path of the endpoint's origin names it. A did:web with a path is not its host's: others may have paths there.
func (a *App) boundToEndpoint(ctx context.Context, agent eval.Agent) error {
	if agent.Endpoint == "" {
		return fault.New(fault.Conflict, "no_endpoint", "%s has no endpoint whose control could be shown", agent.DID)
	}
	if agent.DID == eval.WebDIDOfURL(agent.Endpoint) {
		return nil
	}
	named, err := a.prober.OriginNames(ctx, agent.Endpoint, agent.DID)
	why := "its card there does not name the DID"
	if f := fault.As(err); f != nil {
		why = f.Message
	} else if err != nil {
		return err
	}
	if named {
		return nil
	}
	return fault.New(fault.Conflict, "did_not_bound", "a signature shows control of %s, not of %s, unless the DID is %s or the card at %s/.well-known/agent-card.json names it: %s",
		agent.DID, agent.Origin(), eval.WebDIDOfURL(agent.Endpoint), agent.Origin(), why)
}
