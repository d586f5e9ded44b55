CREATE TABLE "ledger_totals" (
	"only" text PRIMARY KEY DEFAULT 'totals' NOT NULL,
	"settled_id" bigint NOT NULL,
	"amounts" jsonb NOT NULL,
	"holders" integer,
	"holders_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "staff_work" ADD COLUMN "lines_done" integer;