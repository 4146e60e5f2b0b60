package probe

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"assay/eval"
	"assay/eval/fault"
)

// reply is what an agent has answered so far, in whatever version it did.
//
// Its text is, in this order: of a message, the message's; of a completed task, the artifacts', and where those have none, the status
// message's. Text parts are joined as they come, with nothing between them, and so are artifacts. A part that carries bytes of a
// text/* media type in base64 is text, too, byte for byte; data parts, files elsewhere and other media are not. An empty text is an
// answer. Invalid UTF-8 within JSON becomes U+FFFD.
//
// A task that failed, was cancelled or rejected is an a2a_error with the agent's words in the detail. So is one that waits for input
// or authentication, for nobody will give it. A JSON-RPC error is an a2a_error even beside a result, and whatever the HTTP status.
// What cannot be read as a reply is a protocol_error: no JSON, a batch, another request's id (a number for our string is accepted,
// and so is none), neither result nor error, neither message nor task, an unknown state.
type reply struct {
	message   *partsList
	taskID    string
	state     a2a.TaskState
	artifacts []artifact
	status    *partsList
}

// partsList is a message or artifact reduced to what can hold text. 0.3 over HTTP+JSON calls a message's parts content.
type partsList struct {
	Parts   []contentPart `json:"parts"`
	Content []contentPart `json:"content"`
}

type artifact struct {
	ID      string        `json:"artifactId"`
	SnakeID string        `json:"artifact_id"`
	Parts   []contentPart `json:"parts"`
}

func (a artifact) id() string { return cmp.Or(a.ID, a.SnakeID) }

type contentPart struct {
	Text      *string `json:"text"`
	Raw       *string `json:"raw"`
	MediaType string  `json:"mediaType"`
	SnakeType string  `json:"media_type"`
	File      *struct {
		Bytes     *string `json:"bytes"`
		Inline    *string `json:"fileWithBytes"` // protobuf's name for it
		MimeType  string  `json:"mimeType"`
		SnakeType string  `json:"mime_type"`
	} `json:"file"`
}

type task struct {
	ID        string     `json:"id"`
	Status    status     `json:"status"`
	Artifacts []artifact `json:"artifacts"`
}

type status struct {
	State   taskState  `json:"state"`
	Message *partsList `json:"message"`
}

type statusUpdate struct {
	TaskID  string `json:"taskId"`
	SnakeID string `json:"task_id"`
	Status  status `json:"status"`
}

type artifactUpdate struct {
	Artifact artifact `json:"artifact"`
	Append   bool     `json:"append"`
}

// taskState reads a state in all its spellings: completed, TASK_STATE_COMPLETED, 3.
type taskState a2a.TaskState

var statesByNumber = []a2a.TaskState{
	a2a.TaskStateUnspecified, a2a.TaskStateSubmitted, a2a.TaskStateWorking, a2a.TaskStateCompleted, a2a.TaskStateFailed,
	a2a.TaskStateCanceled, a2a.TaskStateInputRequired, a2a.TaskStateRejected, a2a.TaskStateAuthRequired,
}

func (s *taskState) UnmarshalJSON(b []byte) error {
	var number int
	if json.Unmarshal(b, &number) == nil {
		if number < 0 || number >= len(statesByNumber) {
			*s = taskState(fmt.Sprint(number))
			return nil
		}
		*s = taskState(statesByNumber[number])
		return nil
	}
	var word string
	if err := json.Unmarshal(b, &word); err != nil {
		return err
	}
	const prefix = "TASK_STATE_"
	name := prefix + strings.TrimPrefix(strings.ReplaceAll(strings.ToUpper(word), "-", "_"), prefix)
	if name == prefix+"CANCELLED" {
		name = string(a2a.TaskStateCanceled)
	}
	*s = taskState(name)
	return nil
}

// pending reports whether the answer is a task that has not ended.
func (r *reply) pending() bool {
	return r.message == nil && (r.state == a2a.TaskStateSubmitted || r.state == a2a.TaskStateWorking)
}

func (r *reply) completed() bool { return r.message != nil || r.state == a2a.TaskStateCompleted }

// result gives the text of a reply that is not pending.
func (r *reply) result() ([]byte, *failure) {
	switch {
	case r.message != nil:
		return text(r.message.Parts, r.message.Content)
	case r.state == a2a.TaskStateCompleted:
		var lists [][]contentPart
		for _, a := range r.artifacts {
			lists = append(lists, a.Parts)
		}
		body, failed := text(lists...)
		if failed == nil && len(body) == 0 && r.status != nil {
			return text(r.status.Parts, r.status.Content)
		}
		return body, failed
	}
	var word string
	switch r.state {
	case a2a.TaskStateFailed:
		word = "failed"
	case a2a.TaskStateCanceled:
		word = "was cancelled"
	case a2a.TaskStateRejected:
		word = "was rejected"
	case a2a.TaskStateInputRequired:
		word = "waits for input"
	case a2a.TaskStateAuthRequired:
		word = "waits for authentication"
	default:
		return nil, failf(eval.ErrProtocol, "the task's state is %q", string(r.state))
	}
	detail := "the task " + word
	if r.status != nil {
		if said, failed := text(r.status.Parts, r.status.Content); failed == nil && len(said) > 0 {
			detail += ": " + string(said)
		}
	}
	return nil, &failure{eval.ErrA2A, detail}
}

// text joins what is text in parts. It is never nil.
func text(lists ...[]contentPart) ([]byte, *failure) {
	out := []byte{}
	for _, parts := range lists {
		for _, p := range parts {
			raw, media := p.Raw, cmp.Or(p.MediaType, p.SnakeType)
			if p.File != nil {
				raw, media = p.File.Bytes, cmp.Or(p.File.MimeType, p.File.SnakeType)
				if raw == nil {
					raw = p.File.Inline
				}
			}
			switch {
			case p.Text != nil:
				out = append(out, *p.Text...)
			case raw != nil && strings.HasPrefix(strings.ToLower(media), "text/"):
				plain, err := decodeBase64(*raw)
				if err != nil {
					return nil, failf(eval.ErrProtocol, "a part's bytes are not base64: %v", err)
				}
				out = append(out, plain...)
			}
		}
	}
	return out, nil
}

// decodeBase64 accepts both alphabets, padded or not, as protobuf's JSON does.
func decodeBase64(s string) ([]byte, error) {
	s = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "=")
	return base64.RawStdEncoding.DecodeString(s)
}

// apply takes in the next message, task or event.
func (r *reply) apply(raw json.RawMessage) error {
	var o struct {
		Kind                string          `json:"kind"`
		Task                json.RawMessage `json:"task"`
		Message             json.RawMessage `json:"message"`
		Msg                 json.RawMessage `json:"msg"` // protobuf's own name for it in 0.3
		StatusUpdate        json.RawMessage `json:"statusUpdate"`
		SnakeStatusUpdate   json.RawMessage `json:"status_update"`
		ArtifactUpdate      json.RawMessage `json:"artifactUpdate"`
		SnakeArtifactUpdate json.RawMessage `json:"artifact_update"`
		Status              json.RawMessage `json:"status"`
		Parts               json.RawMessage `json:"parts"`
		Content             json.RawMessage `json:"content"`
		Artifact            json.RawMessage `json:"artifact"`
		ID                  json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return fmt.Errorf("the result cannot be read: %s", fault.JSON(err))
	}
	switch {
	case o.Kind == "message":
		return r.setMessage(raw)
	case o.Kind == "task":
		return r.setTask(raw)
	case o.Kind == "status-update":
		return r.setStatus(raw)
	case o.Kind == "artifact-update":
		return r.addArtifact(raw)
	case given(o.Message):
		return r.setMessage(o.Message)
	case given(o.Msg):
		return r.setMessage(o.Msg)
	case given(o.Task):
		return r.setTask(o.Task)
	case given(o.StatusUpdate):
		return r.setStatus(o.StatusUpdate)
	case given(o.SnakeStatusUpdate):
		return r.setStatus(o.SnakeStatusUpdate)
	case given(o.ArtifactUpdate):
		return r.addArtifact(o.ArtifactUpdate)
	case given(o.SnakeArtifactUpdate):
		return r.addArtifact(o.SnakeArtifactUpdate)
	case given(o.Status) && given(o.ID): // the answer to GetTask
		return r.setTask(raw)
	case given(o.Status):
		return r.setStatus(raw)
	case given(o.Artifact):
		return r.addArtifact(raw)
	case given(o.Parts), given(o.Content):
		return r.setMessage(raw)
	}
	return fmt.Errorf("the result is neither a message nor a task")
}

func given(raw json.RawMessage) bool { return len(raw) > 0 && !bytes.Equal(raw, []byte("null")) }

func (r *reply) setMessage(raw json.RawMessage) error {
	var m partsList
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("the message cannot be read: %s", fault.JSON(err))
	}
	r.message = &m
	return nil
}

func (r *reply) setTask(raw json.RawMessage) error {
	var t task
	if err := json.Unmarshal(raw, &t); err != nil {
		return fmt.Errorf("the task cannot be read: %s", fault.JSON(err))
	}
	r.taskID, r.state, r.status, r.artifacts = t.ID, a2a.TaskState(t.Status.State), t.Status.Message, t.Artifacts
	return nil
}

func (r *reply) setStatus(raw json.RawMessage) error {
	var u statusUpdate
	if err := json.Unmarshal(raw, &u); err != nil {
		return fmt.Errorf("the status update cannot be read: %s", fault.JSON(err))
	}
	r.taskID = cmp.Or(r.taskID, u.TaskID, u.SnakeID)
	r.state, r.status = a2a.TaskState(u.Status.State), u.Status.Message
	return nil
}

// addArtifact adds an artifact, or to one: append adds parts to the artifact of the same id, else it replaces it.
func (r *reply) addArtifact(raw json.RawMessage) error {
	var u artifactUpdate
	if err := json.Unmarshal(raw, &u); err != nil {
		return fmt.Errorf("the artifact update cannot be read: %s", fault.JSON(err))
	}
	for i := range r.artifacts {
		a := &r.artifacts[i]
		if a.id() != u.Artifact.id() {
			continue
		}
		if u.Append {
			a.Parts = append(a.Parts, u.Artifact.Parts...)
		} else {
			*a = u.Artifact
		}
		return nil
	}
	r.artifacts = append(r.artifacts, u.Artifact)
	return nil
}
