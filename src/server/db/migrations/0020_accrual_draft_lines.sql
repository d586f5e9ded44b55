CREATE TABLE "accrual_draft_lines" (
	"draft_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"username" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	"document" text NOT NULL,
	CONSTRAINT "accrual_draft_lines_draft_id_line_pk" PRIMARY KEY("draft_id","line")
);
--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD COLUMN "repeats" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD COLUMN "repeats_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accrual_draft_lines" ADD CONSTRAINT "accrual_draft_lines_draft_id_accrual_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."accrual_drafts"("id") ON DELETE cascade ON UPDATE no action;
