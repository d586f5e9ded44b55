ALTER TABLE "session_families" ADD COLUMN "seen_at" timestamp with time zone;
