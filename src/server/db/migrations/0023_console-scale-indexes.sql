-- Outside of a transaction.
-- One that was interrupted stays behind invalid, so each is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_to";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_to" ON "withdrawals" USING btree ("destination","requested_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_to_amount";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "withdrawals_to_amount" ON "withdrawals" USING btree ("destination","amount","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "support_requests_topic";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "support_requests_topic" ON "support_requests" USING btree ("topic","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "support_requests_state_topic";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "support_requests_state_topic" ON "support_requests" USING btree ("state","topic","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_plan_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_plan_price" ON "transactions" USING btree ("plan_id","price","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_withdrawn_slug";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_withdrawn_slug" ON "posts" USING btree ("slug" collate "C") WHERE withdrawn_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_over_state";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_over_state" ON "transactions" USING btree ("state","created_at","id") WHERE received > price;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_over_state_price";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_over_state_price" ON "transactions" USING btree ("state","price","id") WHERE received > price;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_destination";
