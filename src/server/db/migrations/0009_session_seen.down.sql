ALTER TABLE "session_families" DROP COLUMN "seen_at";
