UPDATE "approvals" SET "state" = 'declined' WHERE "state" = 'waiting' AND "action" LIKE 'staff %';--> statement-breakpoint
DROP TABLE "staff_grants";
