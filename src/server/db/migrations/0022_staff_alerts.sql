CREATE TABLE "staff_alert_mails" (
	"staff_id" integer NOT NULL,
	"kind" text NOT NULL,
	"through_id" integer NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_alert_mails_staff_id_kind_pk" PRIMARY KEY("staff_id","kind")
);
--> statement-breakpoint
CREATE TABLE "staff_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"amount" bigint NOT NULL,
	"caused_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"webhook_id" uuid
);
--> statement-breakpoint
CREATE TABLE "staff_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "muted_alerts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_alert_mails" ADD CONSTRAINT "staff_alert_mails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_alerts" ADD CONSTRAINT "staff_alerts_caused_by_staff_id_fk" FOREIGN KEY ("caused_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_alerts_subject" ON "staff_alerts" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "staff_alerts_waiting" ON "staff_alerts" USING btree ("kind","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_alerts_ended" ON "staff_alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "staff_webhooks_created" ON "staff_webhooks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "staff_webhooks_state" ON "staff_webhooks" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "staff_webhooks_due" ON "staff_webhooks" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
-- Open pages of the console hear of approvals, and their streams end with the session. Earlier versions ignore both.
CREATE FUNCTION events_of_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('kind', 'approvals')::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION events_of_staff_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('kind', 'staff-session')::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_approval_new AFTER INSERT ON approvals
FOR EACH STATEMENT EXECUTE FUNCTION events_of_approval();
--> statement-breakpoint
CREATE TRIGGER events_approval AFTER UPDATE OF state ON approvals
FOR EACH STATEMENT EXECUTE FUNCTION events_of_approval();
--> statement-breakpoint
CREATE TRIGGER events_staff_session_over AFTER UPDATE OF ended_at ON staff_sessions
FOR EACH STATEMENT EXECUTE FUNCTION events_of_staff_session();
--> statement-breakpoint
-- A disabled account ends its sessions, but a role may change without that.
CREATE TRIGGER events_staff_role AFTER UPDATE OF role ON staff
FOR EACH STATEMENT EXECUTE FUNCTION events_of_staff_session();
