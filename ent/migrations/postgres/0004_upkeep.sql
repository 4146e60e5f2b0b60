ALTER TABLE "runs" ALTER COLUMN "skipped" TYPE text USING "skipped"::text;
ALTER TABLE "suites" ALTER COLUMN "target_dids" TYPE text USING "target_dids"::text;
ALTER TABLE "suite_versions" ALTER COLUMN "task_ids" TYPE text USING "task_ids"::text;
ALTER TABLE "api_keys" ALTER COLUMN "scopes" TYPE text USING "scopes"::text;
CREATE INDEX "repeatedcall_at" ON "repeated_calls" ("at");
