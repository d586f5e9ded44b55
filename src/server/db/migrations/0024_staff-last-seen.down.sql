ALTER TABLE "staff_sessions" DROP COLUMN "last_seen_at";
