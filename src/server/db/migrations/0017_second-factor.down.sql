DELETE FROM "mailed_links" WHERE "purpose" = 'keep-factor';--> statement-breakpoint
DROP TABLE "security_events", "factor_removals", "member_passkeys", "recovery_codes", "member_totps";
