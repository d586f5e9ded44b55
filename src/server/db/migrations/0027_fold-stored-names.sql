-- Most names in Latin letters are stored so already. Readers wait for nothing.
UPDATE members SET search_text = fold_name(username || ' ' || coalesce(name, ''))
WHERE search_text IS DISTINCT FROM fold_name(username || ' ' || coalesce(name, ''));
