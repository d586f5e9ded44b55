CREATE TABLE "disclosure_figures" (
	"only" text PRIMARY KEY DEFAULT 'figures' NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "closing_text" jsonb;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "transition_text" jsonb;