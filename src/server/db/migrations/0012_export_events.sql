-- How far the making of a member's file is shows by itself as well (0011_events.sql).
CREATE TRIGGER events_export AFTER UPDATE ON data_exports
FOR EACH ROW WHEN ((old.state, old.rows_done) IS DISTINCT FROM (new.state, new.rows_done))
EXECUTE FUNCTION events_of_row('exports');
