CREATE TABLE "purchase_withdrawals" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"place_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"refund_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"language" text NOT NULL,
	"statement" text NOT NULL,
	CONSTRAINT "purchase_withdrawals_amount" CHECK ("amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "purchase_withdrawals" ADD CONSTRAINT "purchase_withdrawals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_withdrawals" ADD CONSTRAINT "purchase_withdrawals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_withdrawals" ADD CONSTRAINT "purchase_withdrawals_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_withdrawals" ADD CONSTRAINT "purchase_withdrawals_refund_id_ledger_transfers_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_withdrawals_place" ON "purchase_withdrawals" USING btree ("place_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_withdrawals_refund" ON "purchase_withdrawals" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "purchase_withdrawals_member" ON "purchase_withdrawals" USING btree ("member_id","at");--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "refund" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "withdraw_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "immediate_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals"
  ADD CONSTRAINT "withdrawals_refund" CHECK (refund >= 0 AND fee <= amount - refund) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_transfers" DROP CONSTRAINT "ledger_transfers_kind", ADD CONSTRAINT "ledger_transfers_kind"
  CHECK (kind IN ('accrual', 'correction', 'hold', 'release', 'payout', 'deposit', 'purchase', 'sale', 'refund')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "places" DROP CONSTRAINT "places_closing", ADD CONSTRAINT "places_closing"
  CHECK ((closed_at IS NULL) = (closing IS NULL) AND closing IN ('full', 'expired', 'withdrawn')) NOT VALID;
--> statement-breakpoint
-- A purchase is withdrawn within its days, for the price that was paid.
CREATE FUNCTION purchase_withdrawal_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM transactions t
      JOIN places p ON p.transaction_id = t.id
      JOIN ledger_transfers r ON r.key = 'transaction:' || t.id || ':refund' AND r.kind = 'refund'
    WHERE t.id = NEW.transaction_id AND t.state = 'active' AND t.member_id = NEW.member_id AND t.price = NEW.amount
      AND t.withdraw_until >= NEW.at AND p.id = NEW.place_id AND r.id = NEW.refund_id
  ) THEN RAISE EXCEPTION 'this purchase can not be withdrawn'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchase_withdrawal_is_due BEFORE INSERT ON purchase_withdrawals
  FOR EACH ROW EXECUTE FUNCTION purchase_withdrawal_is_due();
--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON purchase_withdrawals EXECUTE FUNCTION log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER events_purchase_withdrawal AFTER INSERT ON purchase_withdrawals
  FOR EACH ROW EXECUTE FUNCTION events_of_row('transactions');
--> statement-breakpoint
-- As in 0004_places.sql; the time to withdraw is set with the sale.
CREATE OR REPLACE FUNCTION transaction_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'awaiting_payment' OR NEW.received <> 0 THEN
      RAISE EXCEPTION 'a transaction begins with nothing paid';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a transaction stays'; END IF;
  IF (NEW.id, NEW.member_id, NEW.plan_id, NEW.price, NEW.created_at, NEW.expires_at, NEW.immediate_at)
    IS DISTINCT FROM
    (OLD.id, OLD.member_id, OLD.plan_id, OLD.price, OLD.created_at, OLD.expires_at, OLD.immediate_at) THEN
    RAISE EXCEPTION 'what was asked for does not change';
  END IF;
  IF OLD.state = 'active' AND NEW.withdraw_until IS DISTINCT FROM OLD.withdraw_until THEN
    RAISE EXCEPTION 'the time to withdraw does not change';
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
-- As in 0004_places.sql; a withdrawn purchase frees its seat, and the next place there takes over the places below.
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
        AND a.closing IS DISTINCT FROM 'withdrawn'
    ) THEN RAISE EXCEPTION 'there is no such seat'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.member_id, NEW.plan_id, NEW.transaction_id, NEW.opened_at, NEW.expires_at, NEW.seat, NEW.depth)
    IS DISTINCT FROM
    (OLD.id, OLD.member_id, OLD.plan_id, OLD.transaction_id, OLD.opened_at, OLD.expires_at, OLD.seat, OLD.depth) THEN
    RAISE EXCEPTION 'a place keeps its seat';
  END IF;
  IF NEW.above_id IS DISTINCT FROM OLD.above_id AND NOT EXISTS (
    SELECT FROM places o JOIN places n ON (n.plan_id, n.above_id, n.seat, n.depth) = (o.plan_id, o.above_id, o.seat, o.depth)
    WHERE o.id = OLD.above_id AND o.closing = 'withdrawn' AND n.id = NEW.above_id AND n.closing IS DISTINCT FROM 'withdrawn'
  ) THEN RAISE EXCEPTION 'a place keeps its seat'; END IF;
  IF NEW.closing = 'withdrawn' AND OLD.closing IS DISTINCT FROM 'withdrawn' THEN
    IF NOT EXISTS (SELECT FROM purchase_withdrawals w WHERE w.place_id = NEW.id) THEN
      RAISE EXCEPTION 'only a purchase that was withdrawn frees a seat';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.closing) IS DISTINCT FROM (OLD.closed_at, OLD.closing) THEN
    RAISE EXCEPTION 'a place that has closed stays closed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As in 0007_receipts.sql, with the refunded part.
CREATE OR REPLACE FUNCTION withdrawal_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'requested' THEN RAISE EXCEPTION 'a withdrawal begins as a request'; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a withdrawal stays'; END IF;
  IF (NEW.id, NEW.member_id, NEW.destination, NEW.network, NEW.amount, NEW.fee, NEW.refund, NEW.requested_at, NEW.hold_id)
    IS DISTINCT FROM
    (OLD.id, OLD.member_id, OLD.destination, OLD.network, OLD.amount, OLD.fee, OLD.refund, OLD.requested_at, OLD.hold_id) THEN
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
