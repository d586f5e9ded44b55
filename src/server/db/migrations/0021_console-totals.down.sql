ALTER TABLE "staff_work" DROP COLUMN "lines_done";--> statement-breakpoint
DROP TABLE "ledger_totals";
