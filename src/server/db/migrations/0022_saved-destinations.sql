CREATE TABLE "saved_destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"name" text NOT NULL,
	"destination" text NOT NULL,
	"network" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "password_reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "withdrawals_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "destination_wait_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "destination_wait_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_destinations_member" ON "saved_destinations" USING btree ("member_id","destination");