package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/ent/store"
)

// sqlStatement changes the registry's database as somebody does who has the file.
func sqlStatement(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", "file:"+ts.MkAbs("registry.db")+"?_pragma=busy_timeout(10000)")
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(args[0])
	ts.Check(err)
}

// noteHead sets HEAD to the head of the registry's audit log, as --at takes it.
func noteHead(ts *testscript.TestScript, _ bool, _ []string) {
	s, err := store.Open(context.Background(), "sqlite:"+ts.MkAbs("registry.db"))
	ts.Check(err)
	defer s.Close()
	head, err := s.AuditHead(context.Background())
	ts.Check(err)
	ts.Setenv("HEAD", fmt.Sprintf("%d:%s", head.Seq, head.Hash))
}
