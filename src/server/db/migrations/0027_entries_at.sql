-- Outside of a transaction.
-- Entries since midnight, for the daily seal.
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_at";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_at" ON "ledger_entries" USING brin ("at");
