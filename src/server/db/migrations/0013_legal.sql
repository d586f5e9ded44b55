CREATE TABLE "legal_drafts" (
	"document" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"version_id" integer NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"markdown" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "legal_texts_version_id_language_pk" PRIMARY KEY("version_id","language")
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "legal_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document" text NOT NULL,
	"version" text NOT NULL,
	"date" date NOT NULL,
	"hash" "bytea" NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_versions_hash" CHECK (length("legal_versions"."hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "legal_drafts" ADD CONSTRAINT "legal_drafts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_version_id_legal_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."legal_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_versions_version" ON "legal_versions" USING btree ("document","version");--> statement-breakpoint
CREATE INDEX "legal_versions_newest" ON "legal_versions" USING btree ("document","id");--> statement-breakpoint
CREATE FUNCTION legal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'published legal texts stay: a correction is another version';
END $$;
--> statement-breakpoint
CREATE TRIGGER legal_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_versions
  EXECUTE FUNCTION legal_is_append_only();
--> statement-breakpoint
CREATE TRIGGER legal_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_texts
  EXECUTE FUNCTION legal_is_append_only();
