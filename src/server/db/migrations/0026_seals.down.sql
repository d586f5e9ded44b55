DROP TABLE "daily_seal_tiles";
--> statement-breakpoint
DROP TABLE "daily_seals";
--> statement-breakpoint
DROP FUNCTION daily_seal_stays();
