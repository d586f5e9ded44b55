DROP TRIGGER events_staff_role ON staff;
--> statement-breakpoint
DROP TRIGGER events_staff_session_over ON staff_sessions;
--> statement-breakpoint
DROP TRIGGER events_approval ON approvals;
--> statement-breakpoint
DROP TRIGGER events_approval_new ON approvals;
--> statement-breakpoint
DROP FUNCTION events_of_staff_session;
--> statement-breakpoint
DROP FUNCTION events_of_approval;
--> statement-breakpoint
ALTER TABLE "staff" DROP COLUMN "muted_alerts";
--> statement-breakpoint
DROP TABLE "staff_webhooks";
--> statement-breakpoint
DROP TABLE "staff_alert_mails";
--> statement-breakpoint
DROP TABLE "staff_alerts";
