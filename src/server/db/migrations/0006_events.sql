-- What open pages are told, once the transaction has committed.
-- What open pages are told of (decision 0053): a kind and ids, on one channel, and only once the transaction commits. A
-- payload has room for 8000 bytes; 500 ids are at most 5500.
CREATE FUNCTION events_tell(kind text, subject text, ids integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('kind', kind, subject, array_agg(id))::text)
  FROM unnest(ids) WITH ORDINALITY AS each_id (id, place) GROUP BY (place - 1) / 500;
$$;
--> statement-breakpoint
CREATE FUNCTION events_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM events_tell(TG_ARGV[0], 'members', ARRAY[NEW.member_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Notices come and are marked by the thousand.
CREATE FUNCTION events_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM events_tell(TG_ARGV[0], 'members', (SELECT array_agg(DISTINCT member_id) FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A thousand may be above a new member. Each process asks which of those who listen to it are.
CREATE FUNCTION events_of_newcomers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM events_tell('registrations', 'newcomers', (SELECT array_agg(id) FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION events_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('kind', 'session', 'family', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_notices_new AFTER INSERT ON notices REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION events_of_rows('notices');
--> statement-breakpoint
CREATE TRIGGER events_notices_seen AFTER UPDATE ON notices REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION events_of_rows('notices');
--> statement-breakpoint
CREATE TRIGGER events_withdrawal_new AFTER INSERT ON withdrawals
FOR EACH ROW EXECUTE FUNCTION events_of_row('withdrawals');
--> statement-breakpoint
CREATE TRIGGER events_withdrawal AFTER UPDATE ON withdrawals
FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION events_of_row('withdrawals');
--> statement-breakpoint
CREATE TRIGGER events_transaction_new AFTER INSERT ON transactions
FOR EACH ROW EXECUTE FUNCTION events_of_row('transactions');
--> statement-breakpoint
-- When the node is asked next is nobody's business.
CREATE TRIGGER events_transaction AFTER UPDATE ON transactions
FOR EACH ROW WHEN (
  (old.state, old.pending, old.received, old.returned, old.address, old.pay_url)
  IS DISTINCT FROM (new.state, new.pending, new.received, new.returned, new.address, new.pay_url)
) EXECUTE FUNCTION events_of_row('transactions');
--> statement-breakpoint
CREATE TRIGGER events_support_new AFTER INSERT ON support_requests
FOR EACH ROW EXECUTE FUNCTION events_of_row('support');
--> statement-breakpoint
CREATE TRIGGER events_support AFTER UPDATE ON support_requests
FOR EACH ROW WHEN ((old.state, old.answered_at) IS DISTINCT FROM (new.state, new.answered_at))
EXECUTE FUNCTION events_of_row('support');
--> statement-breakpoint
CREATE TRIGGER events_newcomers AFTER INSERT ON members REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION events_of_newcomers();
--> statement-breakpoint
CREATE TRIGGER events_session_over AFTER UPDATE OF ended_at ON session_families
FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION events_of_session();
--> statement-breakpoint
-- How far the making of a member's file is shows by itself as well (0011_events.sql).
CREATE TRIGGER events_export AFTER UPDATE ON data_exports
FOR EACH ROW WHEN ((old.state, old.rows_done) IS DISTINCT FROM (new.state, new.rows_done))
EXECUTE FUNCTION events_of_row('exports');
