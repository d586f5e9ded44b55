-- One piece for each place of the words: five letters, in any script, and what is left at the end. Words of five and
-- more letters are found by pieces that cover them, shorter ones by the pieces that begin with them. Before, there was
-- a piece of one, of two and of three letters for each place: three times as many to write, each borne by more members.
CREATE FUNCTION search_pieces(words text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(substr(words, start, 5))) FROM generate_series(1, char_length(words)) AS start
$$;--> statement-breakpoint
CREATE FUNCTION search_query(words text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || replace(replace(piece, '\', '\\'), '''', '''''') || CASE WHEN char_length(piece) < 5 THEN ''':*' ELSE '''' END,
    '&'
  )::tsquery
  FROM generate_series(1, char_length(words), 5) AS start,
    substr(words, greatest(least(start, char_length(words) - 4), 1), 5) AS piece
$$;--> statement-breakpoint
DROP INDEX "members_search";--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin (search_pieces(search_text)) WITH (fastupdate=false);--> statement-breakpoint
DROP FUNCTION search_pieces(text, integer, integer);--> statement-breakpoint
DROP FUNCTION search_key(text);--> statement-breakpoint
-- Everything about teams anew from members alone. Nobody comes or changes meanwhile; a big table is filled without
-- its indexes, in the order in which members came, as their registrations would have filled it.
CREATE OR REPLACE FUNCTION rebuild_team() RETURNS void LANGUAGE plpgsql
SET work_mem = '256MB' SET maintenance_work_mem = '512MB' AS $$
DECLARE
  dropped text[];
  definition text;
BEGIN
  LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE;
  TRUNCATE team_links, team_counts, team_days;

  RAISE NOTICE 'links';
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO dropped FROM pg_index
  WHERE indrelid = 'team_links'::regclass AND NOT indisprimary;
  FOR definition IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'team_links'::regclass AND NOT indisprimary
  LOOP EXECUTE 'DROP INDEX ' || definition; END LOOP;
  ALTER TABLE team_links DROP CONSTRAINT team_links_member_id_ancestor_id_pk;
  WITH RECURSIVE above AS (
    SELECT inviter_id AS ancestor_id, id AS member_id, 1 AS line FROM members WHERE inviter_id IS NOT NULL
    UNION ALL
    SELECT up.inviter_id, above.member_id, above.line + 1
    FROM above JOIN members up ON up.id = above.ancestor_id WHERE up.inviter_id IS NOT NULL
  )
  INSERT INTO team_links (ancestor_id, member_id, registered_on, line, facet)
  SELECT above.ancestor_id, m.id, m.registered_on, above.line, f.id
  FROM above JOIN members m ON m.id = above.member_id
    JOIN team_facets f ON f.career_status = m.career_status AND f.active = m.active
      AND f.has_real_estate = (m.real_estate > 0)
  ORDER BY m.id, above.line;

  RAISE NOTICE 'links: indexes';
  ALTER TABLE team_links ADD CONSTRAINT team_links_member_id_ancestor_id_pk PRIMARY KEY (member_id, ancestor_id);
  FOREACH definition IN ARRAY dropped LOOP EXECUTE definition; END LOOP;
  ANALYZE team_links;

  RAISE NOTICE 'counters';
  INSERT INTO team_counts (member_id, whole_team, first_line, inactive_first_line)
  SELECT m.id, coalesce(whole_team, 0), coalesce(first_line, 0), coalesce(inactive_first_line, 0)
  FROM members m
    LEFT JOIN (SELECT ancestor_id AS id, count(*) AS whole_team FROM team_links GROUP BY 1) AS team USING (id)
    LEFT JOIN (
      SELECT inviter_id AS id, count(*) AS first_line, count(*) FILTER (WHERE NOT active) AS inactive_first_line
      FROM members GROUP BY 1
    ) AS invited USING (id);

  RAISE NOTICE 'days';
  INSERT INTO team_days (member_id, day, registrations)
  SELECT ancestor_id, registered_on, count(*) FROM team_links GROUP BY 1, 2;
END $$;
