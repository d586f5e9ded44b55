-- Outside of a transaction.
DROP INDEX CONCURRENTLY IF EXISTS "sign_ups_requested";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sign_ups_requested" ON "sign_ups" USING btree ("requested_at","username");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_sent";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_sent" ON "mails" USING btree ("sent_at","id") WHERE sent_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_username_start";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_username_start" ON "members" USING btree ("username" text_pattern_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_email_start";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_email_start" ON "members" USING btree ("email" text_pattern_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_registered";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_registered" ON "members" USING btree ("registered_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_blocked";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_blocked" ON "members" USING btree ("username","id") WHERE blocked_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_blocked_registered";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_blocked_registered" ON "members" USING btree ("registered_at","id") WHERE blocked_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_closed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_closed" ON "members" USING btree ("username","id") WHERE closed_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_closed_registered";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_closed_registered" ON "members" USING btree ("registered_at","id") WHERE closed_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "support_requests_assigned";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "support_requests_assigned" ON "support_requests" USING btree ("assigned_to","id") WHERE assigned_to is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transaction_payments_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transaction_payments_name" ON "transaction_payments" USING btree ("node_id");
