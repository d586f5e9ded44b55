ALTER TABLE "members" ADD COLUMN "partner_shows_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "in_sitemap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "members_in_sitemap" ON "members" USING btree ("id") WHERE in_sitemap and activated_at is not null and blocked_at is null;--> statement-breakpoint
CREATE INDEX "partner_visits_hour" ON "partner_visits" USING btree ("hour");