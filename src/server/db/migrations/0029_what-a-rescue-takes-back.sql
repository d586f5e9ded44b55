CREATE TABLE "former_recovery_codes" (
	"member_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_recovery_codes_member_id_hash_pk" PRIMARY KEY("member_id","hash")
);
--> statement-breakpoint
CREATE TABLE "former_totps" (
	"member_id" integer NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_totps_member_id_set_at_pk" PRIMARY KEY("member_id","set_at")
);
--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "taken_back" jsonb;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "export_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_recovery_codes" ADD CONSTRAINT "former_recovery_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_totps" ADD CONSTRAINT "former_totps_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_recovery_codes_ended" ON "former_recovery_codes" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "former_totps_ended" ON "former_totps" USING btree ("ended_at");