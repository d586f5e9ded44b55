DROP TABLE "legal_texts";
--> statement-breakpoint
DROP TABLE "legal_versions";
--> statement-breakpoint
DROP TABLE "legal_drafts";
--> statement-breakpoint
DROP FUNCTION legal_is_append_only();
