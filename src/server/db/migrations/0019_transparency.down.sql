LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION team_join() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_facet smallint := team_facet(new);
  far_facet smallint := team_facet(new, 2);
  uplines integer[];
BEGIN
  INSERT INTO team_counts (member_id) VALUES (new.id);
  IF new.inviter_id IS NULL THEN RETURN NULL; END IF;

  WITH above AS (
    SELECT new.inviter_id AS ancestor_id, 1 AS line
    UNION ALL SELECT ancestor_id, line + 1 FROM team_links WHERE member_id = new.inviter_id
  ), linked AS (
    INSERT INTO team_links (ancestor_id, member_id, registered_on, line, facet)
    SELECT ancestor_id, new.id, new.registered_on, line, CASE WHEN line = 1 THEN its_facet ELSE far_facet END FROM above
    RETURNING ancestor_id, line
  )
  SELECT array_agg(ancestor_id ORDER BY line DESC) INTO uplines FROM linked;

  PERFORM lock_team(uplines[1]);
  UPDATE team_counts SET
    whole_team = whole_team + 1,
    first_line = first_line + (member_id = new.inviter_id)::integer,
    inactive_first_line = inactive_first_line + (member_id = new.inviter_id AND NOT new.active)::integer
  WHERE member_id = ANY (uplines);
  INSERT INTO team_days (member_id, day, registrations)
  SELECT upline, new.registered_on, 1 FROM unnest(uplines) AS upline
  ON CONFLICT (member_id, day) DO UPDATE SET registrations = team_days.registrations + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION team_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_facet smallint := team_facet(new);
  far_facet smallint := team_facet(new, 2);
BEGIN
  UPDATE team_links SET facet = CASE WHEN line = 1 THEN its_facet ELSE far_facet END WHERE member_id = new.id;
  IF old.active <> new.active AND new.inviter_id IS NOT NULL THEN
    PERFORM lock_team((SELECT ancestor_id FROM team_links WHERE member_id = new.id ORDER BY line DESC LIMIT 1));
    UPDATE team_counts SET inactive_first_line = inactive_first_line + CASE WHEN new.active THEN -1 ELSE 1 END
    WHERE member_id = new.inviter_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER team_follow AFTER UPDATE OF career_status, active, real_estate ON members FOR EACH ROW
WHEN (old.career_status <> new.career_status OR old.active <> new.active OR (old.real_estate > 0) <> (new.real_estate > 0))
EXECUTE FUNCTION team_follow();
--> statement-breakpoint
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
    JOIN team_facets f ON f.career_status = CASE WHEN above.line = 1 OR m.shows_upline THEN m.career_status ELSE 'none' END
      AND f.active = m.active
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
--> statement-breakpoint
ALTER TABLE "team_counts" DROP COLUMN "active_team";
--> statement-breakpoint
ALTER TABLE "team_counts" DROP COLUMN "left_team";
--> statement-breakpoint
DROP TABLE "month_figures";
--> statement-breakpoint
DROP TABLE "cohort_figures";
