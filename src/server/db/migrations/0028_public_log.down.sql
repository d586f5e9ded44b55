ALTER TABLE "daily_seals" DROP COLUMN "checkpoint";
--> statement-breakpoint
ALTER TABLE "daily_seals" DROP COLUMN "log_root";
--> statement-breakpoint
ALTER TABLE "daily_seals" DROP COLUMN "log_size";
--> statement-breakpoint
DROP TABLE "log_nodes";
--> statement-breakpoint
DROP TABLE "log_entries";
