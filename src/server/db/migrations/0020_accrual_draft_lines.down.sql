DROP TABLE "accrual_draft_lines";
--> statement-breakpoint
ALTER TABLE "accrual_drafts" DROP COLUMN "repeats";
--> statement-breakpoint
ALTER TABLE "accrual_drafts" DROP COLUMN "repeats_confirmed";
