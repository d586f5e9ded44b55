DROP TABLE "statements";
--> statement-breakpoint
DROP FUNCTION statement_stays();
