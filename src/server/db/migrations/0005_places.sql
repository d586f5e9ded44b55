CREATE TABLE "place_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "place_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"plan_id" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closing" text,
	"above_id" integer,
	"seat" smallint NOT NULL,
	"depth" integer NOT NULL,
	"free_depth" integer NOT NULL,
	"filled" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"reason" text NOT NULL,
	"plan" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"platform" text NOT NULL,
	"number" smallint NOT NULL,
	"title" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"expiry_days" integer,
	"previous_id" text,
	"width" smallint NOT NULL,
	"levels" smallint NOT NULL,
	"closing" bigint NOT NULL,
	"transition" bigint NOT NULL,
	"availability" text NOT NULL,
	"property" jsonb
);
--> statement-breakpoint
CREATE TABLE "transaction_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"plan_id" text NOT NULL,
	"price" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"address" text,
	"pay_url" text,
	"pending" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"sale_id" bigint,
	"check_at" timestamp with time zone,
	"closed_at_node" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "place_events" ADD CONSTRAINT "place_events_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_above_id_places_id_fk" FOREIGN KEY ("above_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_previous_id_plans_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_payments" ADD CONSTRAINT "transaction_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_steps" ADD CONSTRAINT "transaction_steps_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_sale_id_ledger_transfers_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_events_place" ON "place_events" USING btree ("place_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "places_seat" ON "places" USING btree ("above_id","seat");--> statement-breakpoint
CREATE UNIQUE INDEX "places_transaction" ON "places" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "places_once" ON "places" USING btree ("member_id","plan_id") WHERE closing is distinct from 'expired';--> statement-breakpoint
CREATE INDEX "places_member" ON "places" USING btree ("member_id","plan_id","id");--> statement-breakpoint
CREATE INDEX "places_expiry" ON "places" USING btree ("expires_at") WHERE closed_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "places_plan" ON "places" USING btree ("plan_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_order" ON "plans" USING btree ("platform","number");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_payments_node" ON "transaction_payments" USING btree ("transaction_id","node_id");--> statement-breakpoint
CREATE INDEX "transaction_steps_transaction" ON "transaction_steps" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_unfinished" ON "transactions" USING btree ("member_id") WHERE state not in ('active', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_sale" ON "transactions" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "transactions_member" ON "transactions" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_check" ON "transactions" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
INSERT INTO ledger_accounts (kind) VALUES ('deposits'), ('sales');--> statement-breakpoint
ALTER TABLE ledger_transfers
  DROP CONSTRAINT ledger_transfers_kind,
  ADD CONSTRAINT ledger_transfers_kind
    CHECK (kind IN ('accrual', 'correction', 'hold', 'release', 'payout', 'deposit', 'purchase', 'sale'));--> statement-breakpoint
ALTER TABLE plans
  ADD CONSTRAINT plans_platform CHECK (platform IN ('licenses', 'turbo', 'fast-money', 'dreamx')),
  ADD CONSTRAINT plans_figures CHECK (price > 0 AND closing >= 0 AND transition >= 0 AND expiry_days > 0),
  ADD CONSTRAINT plans_seats CHECK (width BETWEEN 1 AND 10 AND levels BETWEEN 2 AND 10),
  ADD CONSTRAINT plans_availability CHECK (availability IN ('on_sale', 'in_development'));--> statement-breakpoint
ALTER TABLE transactions
  ADD CONSTRAINT transactions_state CHECK (state IN ('awaiting_payment', 'underpaid', 'confirming', 'expired', 'paid_late', 'active', 'cancelled')),
  ADD CONSTRAINT transactions_price CHECK (price > 0),
  ADD CONSTRAINT transactions_money CHECK (pending >= 0 AND returned >= 0 AND returned <= received - CASE state WHEN 'active' THEN price ELSE 0 END),
  ADD CONSTRAINT transactions_end CHECK ((ended_at IS NULL) = (state NOT IN ('active', 'cancelled'))),
  ADD CONSTRAINT transactions_settled CHECK ((sale_id IS NOT NULL) = (state = 'active'));--> statement-breakpoint
ALTER TABLE transaction_payments
  ADD CONSTRAINT transaction_payments_amount CHECK (amount > 0);--> statement-breakpoint
ALTER TABLE places
  ADD CONSTRAINT places_closing CHECK ((closed_at IS NULL) = (closing IS NULL) AND closing IN ('full', 'expired')),
  ADD CONSTRAINT places_top CHECK ((above_id IS NULL) = (depth = 0) AND (above_id IS NOT NULL OR seat = 0)),
  ADD CONSTRAINT places_free CHECK (free_depth >= depth AND filled >= 1 AND seat >= 0);--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER transaction_goes_on BEFORE INSERT OR UPDATE OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION transaction_goes_on();--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER place_stays BEFORE INSERT OR UPDATE OR DELETE ON places
  FOR EACH ROW EXECUTE FUNCTION place_stays();--> statement-breakpoint
CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a log is only added to';
END $$;--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_steps EXECUTE FUNCTION log_is_append_only();--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_payments EXECUTE FUNCTION log_is_append_only();--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON place_events EXECUTE FUNCTION log_is_append_only();--> statement-breakpoint
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON plan_changes EXECUTE FUNCTION log_is_append_only();
