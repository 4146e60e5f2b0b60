package store

import (
	"context"
	"errors"
	"fmt"

	"assay/eval"
)

// verifyPage is how many entries a check reads at once.
const verifyPage = 1000

// StatedAuditHead gives what the log says its newest entry is. That it does not say is a flaw.
func (c conn) StatedAuditHead(ctx context.Context) (eval.AuditHead, error) {
	head, err := c.AuditHead(ctx)
	if err == nil && head == nil {
		err = &eval.AuditFlaw{Message: "the end of the log is not recorded: the row of audit_heads is gone"}
	}
	if err != nil {
		return eval.AuditHead{}, err
	}
	return *head, nil
}

// VerifyAudit checks every entry of the audit log and its end, and that entries noted earlier, outside of the database, are still what
// they were. It gives the newest entry; an *eval.AuditFlaw names the first at which the log does not hold; any other error means that
// this could not be found out.
func (c conn) VerifyAudit(ctx context.Context, noted ...eval.AuditHead) (eval.AuditHead, error) {
	v := auditVerifier{conn: c, noted: noted}
	for {
		more, err := v.page(ctx)
		if err != nil {
			return v.chain.AuditHead, err
		}
		if more {
			continue
		}
		// Entries and the end are written together: the end, read after the last entry, can be ahead only of what was appended since.
		head, err := c.StatedAuditHead(ctx)
		if err != nil {
			return v.chain.AuditHead, err
		}
		if head.Seq > v.chain.Seq {
			if more, err = v.page(ctx); err != nil {
				return v.chain.AuditHead, err
			} else if more {
				continue
			}
		}
		return v.chain.AuditHead, v.end(head)
	}
}

// flawOf checks the audit log and tells a log that does not hold, which is a finding, from one that cannot be read.
func (c conn) flawOf(ctx context.Context) (*eval.AuditFlaw, error) {
	_, err := c.VerifyAudit(ctx)
	if flaw, found := errors.AsType[*eval.AuditFlaw](err); found {
		return flaw, nil
	}
	return nil, err
}

// auditVerifier goes through the log once.
type auditVerifier struct {
	conn  conn
	chain eval.AuditChain
	noted []eval.AuditHead
}

// page checks the entries that follow; more is false when there are none.
func (v *auditVerifier) page(ctx context.Context) (more bool, err error) {
	entries, err := v.conn.AuditAfter(ctx, AuditFilter{}, v.chain.Seq, verifyPage)
	if err != nil {
		entries, err = v.oneByOne(ctx, err)
	}
	if err != nil {
		return false, err
	}
	for i, e := range entries {
		named := func() (string, error) {
			if i+1 < len(entries) {
				return entries[i+1].Previous, nil
			}
			return v.namedAfter(ctx, e.Seq)
		}
		if err := v.chain.Next(e, named); err != nil {
			return false, err
		}
		for _, n := range v.noted {
			if n.Seq == e.Seq && n.Hash != e.Hash {
				return false, &eval.AuditFlaw{Seq: e.Seq, Message: fmt.Sprintf("entry %d has another hash than was noted", e.Seq)}
			}
		}
	}
	return len(entries) > 0, nil
}

// oneByOne reads the entry that follows, where reading many failed: one that cannot be read is a flaw of its own, unless nothing can.
func (v *auditVerifier) oneByOne(ctx context.Context, cause error) ([]eval.AuditEntry, error) {
	entries, err := v.conn.AuditAfter(ctx, AuditFilter{}, v.chain.Seq, 1)
	if err == nil {
		return entries, nil
	}
	seq, err := v.conn.AuditSeqAfter(ctx, v.chain.Seq)
	if err != nil {
		return nil, cause
	}
	return nil, &eval.AuditFlaw{Seq: seq, Message: fmt.Sprintf("entry %d cannot be read: %v", seq, cause)}
}

// namedAfter gives the hash of an entry as what follows it says.
func (v *auditVerifier) namedAfter(ctx context.Context, seq int64) (string, error) {
	entries, err := v.conn.AuditAfter(ctx, AuditFilter{}, seq, 1)
	if err == nil && len(entries) > 0 {
		return entries[0].Previous, nil
	}
	if err != nil {
		return "", err
	}
	head, err := v.conn.StatedAuditHead(ctx)
	return head.Hash, err
}

// end checks the end of the log, and that it has not become shorter than was noted.
func (v *auditVerifier) end(head eval.AuditHead) error {
	if err := v.chain.End(head); err != nil {
		return err
	}
	for _, n := range v.noted {
		if n.Seq > v.chain.Seq {
			return &eval.AuditFlaw{Seq: v.chain.Seq + 1, Message: fmt.Sprintf("entry %d is missing: the log ended with entry %d or later when that was noted", v.chain.Seq+1, n.Seq)}
		}
	}
	return nil
}
