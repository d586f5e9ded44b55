-- First the function, because the later one reads the column.
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
  IF (OLD.state, NEW.state) NOT IN (
    ('requested', 'approved'), ('requested', 'cancelled'), ('requested', 'rejected'),
    ('approved', 'sending'), ('approved', 'rejected'),
    ('sending', 'completed'), ('sending', 'failed')
  ) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "withdrawals" DROP COLUMN "receipt_until";
