DROP TABLE "setup_steps";
--> statement-breakpoint
ALTER TABLE "accrual_drafts" DROP COLUMN "doubles";
--> statement-breakpoint
ALTER TABLE "accrual_drafts" DROP COLUMN "earlier";
--> statement-breakpoint
ALTER TABLE "accrual_drafts" DROP COLUMN "comparison";
