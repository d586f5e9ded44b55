ALTER TABLE "members" DROP COLUMN "week_start";
