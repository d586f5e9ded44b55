-- Outside of a transaction.
-- Each reason of the list “Needs a hand” is read along an index, in the order of the list.
DROP INDEX CONCURRENTLY IF EXISTS "sign_ups_inviter";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sign_ups_inviter" ON "sign_ups" USING btree ("inviter_id","requested_at","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "members_without_place";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_without_place" ON "members" USING btree ("inviter_id","registered_on","id") WHERE not active and closed_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "places_ending";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "places_ending" ON "places" USING btree ("inviter_id","expires_at","id") WHERE closed_at is null and expires_at is not null;
