DROP TABLE "former_recovery_codes";--> statement-breakpoint
DROP TABLE "former_totps";--> statement-breakpoint
ALTER TABLE "mailed_links" DROP COLUMN "taken_back";--> statement-breakpoint
ALTER TABLE "recovery_codes" DROP COLUMN "made_at";--> statement-breakpoint
ALTER TABLE "security_events" DROP COLUMN "about";--> statement-breakpoint
ALTER TABLE "session_families" DROP COLUMN "export_proven_at";
