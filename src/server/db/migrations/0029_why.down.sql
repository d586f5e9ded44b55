-- squawk-ignore ban-drop-column
ALTER TABLE "sign_ups" DROP COLUMN "via";
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "referrals" DROP COLUMN "via";
