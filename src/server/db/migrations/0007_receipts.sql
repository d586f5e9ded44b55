ALTER TABLE "withdrawals" ADD COLUMN "receipt_until" timestamp with time zone;--> statement-breakpoint
-- As in 0003_ledger.sql; a receipt can also be dismissed, which changes nothing else.
CREATE OR REPLACE FUNCTION withdrawal_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'requested' THEN RAISE EXCEPTION 'a withdrawal begins as a request'; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a withdrawal stays'; END IF;
  IF (NEW.id, NEW.member_id, NEW.destination, NEW.network, NEW.amount, NEW.fee, NEW.requested_at, NEW.hold_id)
    IS DISTINCT FROM
    (OLD.id, OLD.member_id, OLD.destination, OLD.network, OLD.amount, OLD.fee, OLD.requested_at, OLD.hold_id) THEN
    RAISE EXCEPTION 'what was asked for does not change';
  END IF;
  IF (NEW.state, NEW.completed_at, NEW.end_id, NEW.chain_id, NEW.reason)
    IS NOT DISTINCT FROM
    (OLD.state, OLD.completed_at, OLD.end_id, OLD.chain_id, OLD.reason) THEN
    IF NEW.receipt_until IS NOT NULL THEN RAISE EXCEPTION 'a receipt is only dismissed'; END IF;
    RETURN NEW;
  END IF;
  IF (OLD.state, NEW.state) NOT IN (
    ('requested', 'approved'), ('requested', 'cancelled'), ('requested', 'rejected'),
    ('approved', 'sending'), ('approved', 'rejected'),
    ('sending', 'completed'), ('sending', 'failed')
  ) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
