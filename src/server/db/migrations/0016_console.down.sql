INSERT INTO operator_log (operator, command, reason, details, at)
  SELECT regexp_replace(actor, '^operator:', ''), action, reason, coalesce(after, '{}'), at FROM audit_log
  WHERE hash IS NOT NULL ORDER BY number;--> statement-breakpoint
DROP TABLE "audit_log", "audit_head";--> statement-breakpoint
DROP FUNCTION audit_log_is_append_only;--> statement-breakpoint
DROP TABLE "saved_answers", "post_drafts", "plan_drafts", "accrual_draft_faults", "accrual_drafts";--> statement-breakpoint
ALTER TABLE "support_requests" DROP COLUMN "assigned_to";--> statement-breakpoint
DROP TABLE "staff_work_steps", "staff_work", "approvals";--> statement-breakpoint
DROP TABLE "staff_challenges", "staff_invitations", "staff_passkeys", "staff_sessions", "staff";
