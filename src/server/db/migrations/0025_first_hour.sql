CREATE TABLE "setup_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"marked_by" integer,
	"marked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD COLUMN "doubles" jsonb DEFAULT '{"count":0,"lines":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD COLUMN "earlier" text;--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD COLUMN "comparison" jsonb;--> statement-breakpoint
ALTER TABLE "setup_steps" ADD CONSTRAINT "setup_steps_marked_by_staff_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Installations with plans are past their first hour.
insert into setup_steps (step, marked_at) select 'all', now() where exists (select from plans);
