DROP TRIGGER place_inviter ON places;
--> statement-breakpoint
DROP FUNCTION place_inviter();
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "places" DROP COLUMN "inviter_id";
--> statement-breakpoint
-- Snoozed members are listed again.
-- squawk-ignore ban-drop-table
DROP TABLE "hand_snoozes";
