CREATE TABLE "log_entries" (
	"index" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"entry" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
ALTER TABLE "daily_seals" ADD COLUMN "log_size" bigint;--> statement-breakpoint
ALTER TABLE "daily_seals" ADD COLUMN "log_root" "bytea";--> statement-breakpoint
ALTER TABLE "daily_seals" ADD COLUMN "checkpoint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "log_entries_source" ON "log_entries" USING btree ("kind","source");--> statement-breakpoint
-- An entry bundle writes the length in two bytes.
ALTER TABLE log_entries
  ADD CONSTRAINT log_entries_entry CHECK (
    kind IN ('payout', 'seat', 'seal') AND index >= 0 AND octet_length(entry) < 65536 AND octet_length(hash) = 32
  );
--> statement-breakpoint
ALTER TABLE log_nodes
  ADD CONSTRAINT log_nodes_hash CHECK (level >= 1 AND index >= 0 AND octet_length(hash) = 32);
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entries EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes EXECUTE FUNCTION log_is_append_only();
