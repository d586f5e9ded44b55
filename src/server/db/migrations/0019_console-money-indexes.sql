-- Outside of a transaction.
-- One that was interrupted stays behind invalid, so each is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_requested";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_requested" ON "withdrawals" USING btree ("requested_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_amount";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_amount" ON "withdrawals" USING btree ("amount","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_state_amount";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_state_amount" ON "withdrawals" USING btree ("state","amount","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_destination";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_destination" ON "withdrawals" USING btree ("destination" text_pattern_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_chain";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_chain" ON "withdrawals" USING btree ("chain_id") WHERE chain_id is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "accrual_batches_posted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accrual_batches_posted" ON "accrual_batches" USING btree ("posted_at","batch");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_platform";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_platform" ON "ledger_entries" USING btree ("account_id","day","amount") WHERE number is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transaction_payments_other";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transaction_payments_other" ON "transaction_payments" USING btree ("transaction_id") WHERE currency <> 'USDT';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_created" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_price" ON "transactions" USING btree ("price","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_state_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_state_price" ON "transactions" USING btree ("state","price","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_plan";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_plan" ON "transactions" USING btree ("plan_id","created_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_over";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_over" ON "transactions" USING btree ("created_at","id") WHERE received > price;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_over_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_over_price" ON "transactions" USING btree ("price","id") WHERE received > price;
