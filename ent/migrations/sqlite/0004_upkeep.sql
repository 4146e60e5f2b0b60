CREATE INDEX `repeatedcall_at` ON `repeated_calls` (`at`);
