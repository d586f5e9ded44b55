-- Guards of the ledger and of withdrawals: what must never be stored, whoever writes it.
INSERT INTO ledger_accounts (kind) VALUES ('earnings'), ('payouts'), ('fees'), ('deposits'), ('sales');
--> statement-breakpoint
ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_never_below_zero CHECK (member_id IS NULL OR balance >= 0),
  ADD CONSTRAINT ledger_accounts_of_whom CHECK ((member_id IS NULL) = (kind NOT IN ('available', 'held')));
--> statement-breakpoint
ALTER TABLE ledger_accounts SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE ledger_days SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE ledger_transfers
  ADD CONSTRAINT ledger_transfers_kind
    CHECK (kind IN ('accrual', 'correction', 'hold', 'release', 'payout', 'deposit', 'purchase', 'sale')),
  ADD CONSTRAINT ledger_transfers_legs CHECK (leg_count >= 2);
--> statement-breakpoint
ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
  ADD CONSTRAINT ledger_entries_chain CHECK (num_nulls(number, balance_after, hash) IN (0, 3));
--> statement-breakpoint
ALTER TABLE ledger_seals
  ADD CONSTRAINT ledger_seals_transfers CHECK (transfer_count > 0 AND NOT isempty(transfers) AND number > 0);
--> statement-breakpoint
-- A member's entry moves its account on, in step with the account's number and balance, or is not stored at all.
CREATE FUNCTION ledger_keep_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE account ledger_accounts;
BEGIN
  UPDATE ledger_accounts
  SET balance = balance + NEW.amount, entry_count = entry_count + 1, head = NEW.hash
  WHERE id = NEW.account_id AND member_id IS NOT NULL
  RETURNING * INTO account;
  IF account.id IS NULL THEN
    IF NEW.number IS NOT NULL THEN RAISE EXCEPTION 'entries of the platform are not numbered'; END IF;
    RETURN NEW;
  END IF;
  IF NEW.number IS DISTINCT FROM account.entry_count OR NEW.balance_after IS DISTINCT FROM account.balance THEN
    RAISE EXCEPTION 'an entry is out of step with its account';
  END IF;
  IF account.kind = 'available' THEN
    INSERT INTO ledger_days (account_id, day, kind, amount)
    VALUES (
      NEW.account_id, NEW.day, CASE WHEN NEW.kind IN ('hold', 'release') THEN 'withdrawal' ELSE NEW.kind END, NEW.amount
    )
    ON CONFLICT (account_id, day, kind) DO UPDATE SET amount = ledger_days.amount + excluded.amount;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_keep_account BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_keep_account();
--> statement-breakpoint
-- Looked at when the transaction ends: all entries of a transfer are there, and they come to nothing.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_transfer ledger_transfers;
  entry_count bigint;
  sum_of_entries numeric;
BEGIN
  IF TG_TABLE_NAME = 'ledger_transfers' THEN the_transfer := NEW;
  ELSE SELECT * INTO the_transfer FROM ledger_transfers WHERE id = NEW.transfer_id;
  END IF;
  SELECT count(*), sum(amount) INTO entry_count, sum_of_entries
  FROM ledger_entries WHERE transfer_id = the_transfer.id;
  IF entry_count <> the_transfer.leg_count OR sum_of_entries <> 0 THEN
    RAISE EXCEPTION 'transfer % does not balance', the_transfer.key;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger_transfers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balances();
--> statement-breakpoint
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: a correction is another transfer';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
  EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seals
  EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accrual_batches
  EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- Nobody but the trigger above writes balances, and it is one level down.
CREATE FUNCTION ledger_account_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'an account stays'; END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.balance <> 0 OR NEW.entry_count <> 0 OR NEW.head IS NOT NULL THEN
      RAISE EXCEPTION 'an account begins with nothing';
    END IF;
  ELSIF pg_trigger_depth() < 2 OR (NEW.id, NEW.kind, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.member_id) THEN
    RAISE EXCEPTION 'a balance is only moved by entries';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_account_is_kept BEFORE INSERT OR UPDATE OR DELETE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION ledger_account_is_kept();
--> statement-breakpoint
ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_amount CHECK (amount > 0 AND fee >= 0 AND fee < amount),
  ADD CONSTRAINT withdrawals_state CHECK (state IN ('requested', 'approved', 'sending', 'completed', 'cancelled', 'rejected', 'failed')),
  ADD CONSTRAINT withdrawals_end CHECK ((end_id IS NULL) = (state IN ('requested', 'approved', 'sending'))),
  ADD CONSTRAINT withdrawals_completed CHECK ((completed_at IS NULL) = (state <> 'completed')),
  ADD CONSTRAINT withdrawals_reason CHECK (state NOT IN ('rejected', 'failed') OR reason IS NOT NULL);
--> statement-breakpoint
-- The same list as NEXT_STATES in src/domain/withdrawal.ts; what was asked for never changes.
CREATE FUNCTION withdrawal_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER withdrawal_goes_on BEFORE INSERT OR UPDATE OR DELETE ON withdrawals
  FOR EACH ROW EXECUTE FUNCTION withdrawal_goes_on();
--> statement-breakpoint
ALTER TABLE member_pins
  ADD CONSTRAINT member_pins_tries CHECK (wrong_tries BETWEEN 0 AND 10),
  ADD CONSTRAINT member_pins_closed CHECK ((closed_at IS NOT NULL) = (wrong_tries = 10));
