DO $$ BEGIN
  IF EXISTS (SELECT FROM purchase_withdrawals) THEN
    RAISE EXCEPTION 'members have withdrawn from purchases, which the previous version does not know';
  END IF;
END $$;
--> statement-breakpoint
-- First the functions, because the later ones read the columns.
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION transaction_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'awaiting_payment' OR NEW.received <> 0 THEN
      RAISE EXCEPTION 'a transaction begins with nothing paid';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a transaction stays'; END IF;
  IF (NEW.id, NEW.member_id, NEW.plan_id, NEW.price, NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.member_id, OLD.plan_id, OLD.price, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what was asked for does not change';
  END IF;
  IF OLD.state IN ('active', 'cancelled') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'a transaction does not go from % to %', OLD.state, NEW.state;
  END IF;
  IF NEW.received < OLD.received OR NEW.returned < OLD.returned THEN
    RAISE EXCEPTION 'money that came has come';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION place_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a place stays'; END IF;
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (
      SELECT FROM transactions t
      WHERE t.id = NEW.transaction_id AND t.state = 'active' AND t.member_id = NEW.member_id AND t.plan_id = NEW.plan_id
    ) THEN RAISE EXCEPTION 'a place needs a transaction that is settled'; END IF;
    IF NEW.above_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM places a JOIN plans p ON p.id = a.plan_id
      WHERE a.id = NEW.above_id AND a.plan_id = NEW.plan_id AND NEW.depth = a.depth + 1 AND NEW.seat < p.width
    ) THEN RAISE EXCEPTION 'there is no such seat'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.member_id, NEW.plan_id, NEW.transaction_id, NEW.opened_at, NEW.expires_at, NEW.above_id, NEW.seat, NEW.depth)
    IS DISTINCT FROM
    (OLD.id, OLD.member_id, OLD.plan_id, OLD.transaction_id, OLD.opened_at, OLD.expires_at, OLD.above_id, OLD.seat, OLD.depth) THEN
    RAISE EXCEPTION 'a place keeps its seat';
  END IF;
  IF OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.closing) IS DISTINCT FROM (OLD.closed_at, OLD.closing) THEN
    RAISE EXCEPTION 'a place that has closed stays closed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE places DROP CONSTRAINT places_closing, ADD CONSTRAINT places_closing
  CHECK ((closed_at IS NULL) = (closing IS NULL) AND closing IN ('full', 'expired'));
--> statement-breakpoint
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_kind, ADD CONSTRAINT ledger_transfers_kind
  CHECK (kind IN ('accrual', 'correction', 'hold', 'release', 'payout', 'deposit', 'purchase', 'sale'));
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "withdrawals" DROP COLUMN "refund";
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "transactions" DROP COLUMN "withdraw_until", DROP COLUMN "immediate_at";
--> statement-breakpoint
DROP TABLE "purchase_withdrawals";
--> statement-breakpoint
DROP FUNCTION purchase_withdrawal_is_due();
