DROP TABLE "disclosure_figures";
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "plans" DROP COLUMN "closing_text";
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "plans" DROP COLUMN "transition_text";
