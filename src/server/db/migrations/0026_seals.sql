CREATE TABLE "daily_seals" (
	"day" date PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"total" bigint NOT NULL,
	"leaves" integer NOT NULL,
	"members" integer NOT NULL,
	"previous" "bytea",
	"made_at" timestamp with time zone NOT NULL,
	"is_late" boolean NOT NULL,
	"version" smallint NOT NULL,
	"note" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_seal_tiles" (
	"day" date NOT NULL,
	"level" smallint NOT NULL,
	"number" integer NOT NULL,
	"first_hash" "bytea" NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "daily_seal_tiles_day_level_number_pk" PRIMARY KEY("day","level","number")
);
--> statement-breakpoint
CREATE INDEX "daily_seal_tiles_first" ON "daily_seal_tiles" USING btree ("day","first_hash") WHERE level = 0;
--> statement-breakpoint
-- Hashes can't be compressed.
ALTER TABLE daily_seal_tiles ALTER COLUMN nodes SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE daily_seals
  ADD CONSTRAINT daily_seals_total CHECK (total >= 0 AND members > 0 AND leaves = 2 * members);
--> statement-breakpoint
CREATE FUNCTION daily_seal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a daily seal is public and stays as it is';
END $$;
--> statement-breakpoint
CREATE TRIGGER daily_seal_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_seals
  EXECUTE FUNCTION daily_seal_stays();
