CREATE TABLE "statements" (
	"number" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"month" date NOT NULL,
	"time_zone" text NOT NULL,
	"issuer" text NOT NULL,
	"opening" bigint NOT NULL,
	"accruals" bigint NOT NULL,
	"corrections" bigint NOT NULL,
	"deposits" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"places" bigint NOT NULL,
	"withdrawals" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"version" smallint NOT NULL,
	"note" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "statements_month" ON "statements" USING btree ("member_id","month");
--> statement-breakpoint
CREATE INDEX "statements_key" ON "statements" USING btree ("public_key","issued_at");
--> statement-breakpoint
ALTER TABLE statements
  ADD CONSTRAINT statements_sum
    CHECK (opening + accruals + corrections + deposits + refunds + places + withdrawals + fees = closing),
  ADD CONSTRAINT statements_balances CHECK (opening >= 0 AND closing >= 0),
  ADD CONSTRAINT statements_month_begins CHECK (extract(day FROM month) = 1);
--> statement-breakpoint
CREATE FUNCTION statement_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a statement was handed out and stays as it is';
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  EXECUTE FUNCTION statement_stays();
