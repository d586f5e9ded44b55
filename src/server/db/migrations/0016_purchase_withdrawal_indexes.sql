-- Outside of a transaction.
-- A seat can be taken again, and a plan bought again, after the purchase was withdrawn.
DROP INDEX CONCURRENTLY IF EXISTS "places_taken";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "places_taken" ON "places" USING btree ("above_id","seat") WHERE closing is distinct from 'withdrawn';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_above";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "places_above" ON "places" USING btree ("above_id","seat");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_owned";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "places_owned" ON "places" USING btree ("member_id","plan_id") WHERE closing is null or closing = 'full';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_seat";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_once";
