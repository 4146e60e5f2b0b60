SELECT 1; -- SQLite has no other JSON than text
