ALTER TABLE "member_pins" DROP COLUMN "pepper_version";
