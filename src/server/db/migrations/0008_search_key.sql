-- Pieces, as `search_pieces` makes them, that together cover the words: whoever has the words has all of these, and five
-- lists of the index are read instead of eleven.
CREATE FUNCTION search_key(words text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(words, greatest(least(start, char_length(words) - 2), 1), 3))
  FROM generate_series(1, greatest(char_length(words), 1), 3) AS start
$$;
