CREATE TABLE "post_reads" (
	"member_id" integer NOT NULL,
	"post_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_reads_member_id_post_id_pk" PRIMARY KEY("member_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_texts" (
	"post_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"markdown" text NOT NULL,
	"html" text NOT NULL,
	"excerpt" text NOT NULL,
	CONSTRAINT "post_texts_post_id_language_pk" PRIMARY KEY("post_id","language")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"pinned_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"minutes" integer,
	"speaker" text,
	"join_url" text,
	"recording_url" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_photos" (
	"id" text NOT NULL,
	"size_px" smallint NOT NULL,
	"member_id" integer NOT NULL,
	"webp" "bytea" NOT NULL,
	CONSTRAINT "member_photos_id_size_px_pk" PRIMARY KEY("id","size_px")
);
--> statement-breakpoint
CREATE TABLE "support_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"text" text NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"about" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about_support_id" integer;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "address_range" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "contacts" jsonb DEFAULT '{"telegram":"","phone":"","other":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "contacts_visibility" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "feed_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "post_reads" ADD CONSTRAINT "post_reads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reads" ADD CONSTRAINT "post_reads_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_texts" ADD CONSTRAINT "post_texts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_photos" ADD CONSTRAINT "member_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_answers" ADD CONSTRAINT "support_answers_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug" ON "posts" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "posts_order" ON "posts" USING btree ("kind","published_at","id");--> statement-breakpoint
CREATE INDEX "posts_start" ON "posts" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "member_photos_member" ON "member_photos" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "support_answers_request" ON "support_answers" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_member" ON "support_requests" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_state" ON "support_requests" USING btree ("state","id");