-- Outside of a transaction.
-- Other members who withdrew to an address, and lines of an accrual file that were posted before.
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_shared";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_shared" ON "withdrawals" USING btree ("destination","member_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_transfers_document";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_transfers_document" ON "ledger_transfers" USING btree ((details ->> 'document'),"member_id") WHERE kind = 'accrual';
