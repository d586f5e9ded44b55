DELETE FROM "mailed_links" WHERE "purpose" = 'stop';--> statement-breakpoint
DELETE FROM "notices" WHERE "kind" IN ('destination-saved', 'destination-wait-on', 'destination-wait-off', 'withdrawals-stopped', 'withdrawals-resumed');--> statement-breakpoint
DELETE FROM "mails" WHERE "kind" IN ('destination-saved', 'destination-wait-on', 'destination-wait-off', 'withdrawals-stopped', 'withdrawals-resumed');--> statement-breakpoint
DELETE FROM "security_events" WHERE "kind" IN ('destination-saved', 'destination-renamed', 'destination-removed', 'destination-wait-on', 'destination-wait-off', 'withdrawals-stopped', 'withdrawals-resumed');--> statement-breakpoint
DROP TABLE "saved_destinations";--> statement-breakpoint
ALTER TABLE "mailed_links" DROP COLUMN "destination_id";--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "destination_wait_ends_at";--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "destination_wait_since";--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "withdrawals_stopped_at";--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "password_reset_at";
