DROP INDEX "post_drafts_changed";--> statement-breakpoint
DROP INDEX "posts_published";--> statement-breakpoint
DROP INDEX "posts_pinned";--> statement-breakpoint
DROP INDEX "posts_withdrawn";--> statement-breakpoint
DROP INDEX "posts_slug_start";--> statement-breakpoint
DROP INDEX "places_open";
