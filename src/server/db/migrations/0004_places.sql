-- Guards of plans, places and the transactions that pay for them.
ALTER TABLE plans
  ADD CONSTRAINT plans_platform CHECK (platform IN ('licenses', 'turbo', 'fast-money', 'dreamx')),
  ADD CONSTRAINT plans_figures CHECK (price > 0 AND closing >= 0 AND transition >= 0 AND expiry_days > 0),
  ADD CONSTRAINT plans_seats CHECK (width BETWEEN 1 AND 10 AND levels BETWEEN 2 AND 10),
  ADD CONSTRAINT plans_availability CHECK (availability IN ('on_sale', 'in_development'));
--> statement-breakpoint
ALTER TABLE transactions
  ADD CONSTRAINT transactions_state CHECK (state IN ('awaiting_payment', 'underpaid', 'confirming', 'expired', 'paid_late', 'active', 'cancelled')),
  ADD CONSTRAINT transactions_price CHECK (price > 0),
  ADD CONSTRAINT transactions_money CHECK (pending >= 0 AND returned >= 0 AND returned <= received - CASE state WHEN 'active' THEN price ELSE 0 END),
  ADD CONSTRAINT transactions_end CHECK ((ended_at IS NULL) = (state NOT IN ('active', 'cancelled'))),
  ADD CONSTRAINT transactions_settled CHECK ((sale_id IS NOT NULL) = (state = 'active'));
--> statement-breakpoint
-- What was asked for never changes, and an end is an end; see stateAfter in src/domain/transaction.ts.
CREATE FUNCTION transaction_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER transaction_goes_on BEFORE INSERT OR UPDATE OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION transaction_goes_on();
--> statement-breakpoint
ALTER TABLE transaction_payments
  ADD CONSTRAINT transaction_payments_amount CHECK (amount > 0);
--> statement-breakpoint
ALTER TABLE places
  ADD CONSTRAINT places_closing CHECK ((closed_at IS NULL) = (closing IS NULL) AND closing IN ('full', 'expired')),
  ADD CONSTRAINT places_top CHECK ((above_id IS NULL) = (depth = 0) AND (above_id IS NOT NULL OR seat = 0)),
  ADD CONSTRAINT places_free CHECK (free_depth >= depth AND filled >= 1 AND seat >= 0);
--> statement-breakpoint
-- A place is what somebody paid for, and keeps its seat.
CREATE FUNCTION place_stays() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER place_stays BEFORE INSERT OR UPDATE OR DELETE ON places
  FOR EACH ROW EXECUTE FUNCTION place_stays();
--> statement-breakpoint
CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a log is only added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_steps EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_payments EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON place_events EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON plan_changes EXECUTE FUNCTION log_is_append_only();
