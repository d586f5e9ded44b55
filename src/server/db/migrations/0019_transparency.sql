-- Sums per month for the public page, and two counters of a team. Registrations wait until the counters are filled.
LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "cohort_figures" (
	"joined" date NOT NULL,
	"month" date NOT NULL,
	"paid" bigint NOT NULL,
	"paid_members" integer NOT NULL,
	"credited" bigint NOT NULL,
	"credited_members" integer NOT NULL,
	CONSTRAINT "cohort_figures_joined_month_pk" PRIMARY KEY("joined","month")
);
--> statement-breakpoint
CREATE TABLE "month_figures" (
	"month" date PRIMARY KEY NOT NULL,
	"is_closed" boolean NOT NULL,
	"paid" bigint NOT NULL,
	"paid_members" integer NOT NULL,
	"refunded" bigint NOT NULL,
	"refunded_members" integer NOT NULL,
	"credited" bigint NOT NULL,
	"credited_members" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"top_members" integer NOT NULL,
	"other_members" integer NOT NULL,
	"top_share" integer NOT NULL,
	"paid_out" bigint NOT NULL,
	"paid_out_members" integer NOT NULL,
	"owed" bigint NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	"active_after_90_days" integer,
	"active_now" integer DEFAULT 0 NOT NULL,
	"joiners_paid" bigint DEFAULT 0 NOT NULL,
	"joiners_paid_members" integer DEFAULT 0 NOT NULL,
	"joiners_credited" bigint DEFAULT 0 NOT NULL,
	"joiners_credited_members" integer DEFAULT 0 NOT NULL,
	"counted_to" date,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_counts" ADD COLUMN "active_team" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_counts" ADD COLUMN "left_team" integer DEFAULT 0 NOT NULL;
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
    inactive_first_line = inactive_first_line + (member_id = new.inviter_id AND NOT new.active)::integer,
    active_team = active_team + new.active::integer,
    left_team = left_team + (new.closed_at IS NOT NULL)::integer
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
  activated integer := new.active::integer - old.active::integer;
  closed integer := (new.closed_at IS NOT NULL)::integer - (old.closed_at IS NOT NULL)::integer;
  uplines integer[];
BEGIN
  UPDATE team_links SET facet = CASE WHEN line = 1 THEN its_facet ELSE far_facet END
  WHERE member_id = new.id AND facet <> CASE WHEN line = 1 THEN its_facet ELSE far_facet END;
  IF (activated = 0 AND closed = 0) OR new.inviter_id IS NULL THEN RETURN NULL; END IF;
  SELECT array_agg(ancestor_id ORDER BY line DESC) INTO uplines FROM team_links WHERE member_id = new.id;
  PERFORM lock_team(uplines[1]);
  UPDATE team_counts SET
    inactive_first_line = inactive_first_line - CASE member_id WHEN new.inviter_id THEN activated ELSE 0 END,
    active_team = active_team + activated,
    left_team = left_team + closed
  WHERE member_id = ANY (uplines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER team_follow AFTER UPDATE OF career_status, active, real_estate, closed_at ON members FOR EACH ROW
WHEN (
  old.career_status <> new.career_status OR old.active <> new.active OR (old.real_estate > 0) <> (new.real_estate > 0)
  OR (old.closed_at IS NULL) <> (new.closed_at IS NULL)
)
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
  INSERT INTO team_counts (member_id, whole_team, first_line, inactive_first_line, active_team, left_team)
  SELECT m.id, coalesce(whole_team, 0), coalesce(first_line, 0), coalesce(inactive_first_line, 0),
    coalesce(active_team, 0), coalesce(left_team, 0)
  FROM members m
    LEFT JOIN (
      SELECT l.ancestor_id AS id, count(*) AS whole_team, count(*) FILTER (WHERE someone.active) AS active_team,
        count(*) FILTER (WHERE someone.closed_at IS NOT NULL) AS left_team
      FROM team_links l JOIN members someone ON someone.id = l.member_id GROUP BY 1
    ) AS team USING (id)
    LEFT JOIN (
      SELECT inviter_id AS id, count(*) AS first_line, count(*) FILTER (WHERE NOT active) AS inactive_first_line
      FROM members GROUP BY 1
    ) AS invited USING (id);

  RAISE NOTICE 'days';
  INSERT INTO team_days (member_id, day, registrations)
  SELECT ancestor_id, registered_on, count(*) FROM team_links GROUP BY 1, 2;
END $$;
--> statement-breakpoint
UPDATE team_counts c SET active_team = team.active_team, left_team = team.left_team
FROM (
  SELECT l.ancestor_id, count(*) FILTER (WHERE m.active) AS active_team,
    count(*) FILTER (WHERE m.closed_at IS NOT NULL) AS left_team
  FROM members m JOIN team_links l ON l.member_id = m.id
  WHERE m.active OR m.closed_at IS NOT NULL GROUP BY 1
) AS team
WHERE c.member_id = team.ancestor_id;
