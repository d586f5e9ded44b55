CREATE TABLE "audit_head" (
	"only" text PRIMARY KEY DEFAULT 'head' NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hash" "bytea",
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate("reason" || ' ' || "actor" || ' ' || "action" || ' ' || "subject", ':-_./@+&<>=?#%~', '               '))) STORED
);
--> statement-breakpoint
CREATE TABLE "accrual_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"csv" "bytea" NOT NULL,
	"labels" jsonb NOT NULL,
	"line_count" integer NOT NULL,
	"total" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	"fault_count" integer NOT NULL,
	"prepared_by" integer NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"work_id" uuid
);
--> statement-breakpoint
CREATE TABLE "accrual_draft_faults" (
	"draft_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"code" text NOT NULL,
	"written" text NOT NULL,
	CONSTRAINT "accrual_draft_faults_draft_id_position_pk" PRIMARY KEY("draft_id","position")
);
--> statement-breakpoint
CREATE TABLE "plan_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_drafts" (
	"slug" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"input" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"prepared_by" integer NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_reason" text
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"password_hash" text,
	"totp_secret" "bytea",
	"totp_step" bigint,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by" integer,
	"activated_at" timestamp with time zone,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"staff_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"staff_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"totp_secret" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"started_by" integer NOT NULL,
	"address" text NOT NULL,
	"total" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_work_steps" (
	"work_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject" text NOT NULL,
	"outcome" text,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "assigned_to" integer;--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD CONSTRAINT "accrual_drafts_prepared_by_staff_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accrual_draft_faults" ADD CONSTRAINT "accrual_draft_faults_draft_id_accrual_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."accrual_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_drafts" ADD CONSTRAINT "plan_drafts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_answers" ADD CONSTRAINT "saved_answers_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_prepared_by_staff_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_work" ADD CONSTRAINT "staff_work_started_by_staff_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_work_steps" ADD CONSTRAINT "staff_work_steps_work_id_staff_work_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."staff_work"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","number");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("words");--> statement-breakpoint
CREATE INDEX "accrual_drafts_prepared" ON "accrual_drafts" USING btree ("prepared_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("action","subject") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_state" ON "approvals" USING btree ("state","prepared_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_token" ON "staff_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id","started_at");--> statement-breakpoint
CREATE INDEX "staff_work_started" ON "staff_work" USING btree ("started_by","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_work_steps_position" ON "staff_work_steps" USING btree ("work_id","position");--> statement-breakpoint
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  EXECUTE FUNCTION audit_log_is_append_only();--> statement-breakpoint
INSERT INTO audit_log (number, actor, action, subject, reason, after, address, at)
  SELECT row_number() OVER (ORDER BY id), 'operator:' || operator, command, '', reason, details, '', at FROM operator_log;--> statement-breakpoint
INSERT INTO audit_head (number) SELECT count(*) FROM audit_log;
