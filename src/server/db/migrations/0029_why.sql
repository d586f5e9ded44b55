ALTER TABLE "sign_ups" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "via" text;