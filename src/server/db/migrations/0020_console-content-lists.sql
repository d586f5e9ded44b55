-- Outside of a transaction. An index whose making was interrupted is invalid and is made again.
DROP INDEX CONCURRENTLY IF EXISTS "post_drafts_changed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "post_drafts_changed" ON "post_drafts" USING btree ("changed_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_published";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_published" ON "posts" USING btree ("published_at","slug");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_pinned";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_pinned" ON "posts" USING btree ("published_at","slug") WHERE pinned_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_withdrawn";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_withdrawn" ON "posts" USING btree ("published_at","slug") WHERE withdrawn_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_slug_start";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_slug_start" ON "posts" USING btree ("slug" collate "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_open";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "places_open" ON "places" USING btree ("plan_id") WHERE closed_at is null;
