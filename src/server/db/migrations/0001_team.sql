CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "partner_days" (
	"member_id" integer NOT NULL,
	"day" date NOT NULL,
	"views" bigint NOT NULL,
	CONSTRAINT "partner_days_member_id_day_pk" PRIMARY KEY("member_id","day")
);
--> statement-breakpoint
CREATE TABLE "partner_visits" (
	"member_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"visitor" "bytea" NOT NULL,
	CONSTRAINT "partner_visits_member_id_hour_visitor_pk" PRIMARY KEY("member_id","hour","visitor")
);
--> statement-breakpoint
CREATE TABLE "team_counts" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"whole_team" integer DEFAULT 0 NOT NULL,
	"first_line" integer DEFAULT 0 NOT NULL,
	"inactive_first_line" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_days" (
	"member_id" integer NOT NULL,
	"day" date NOT NULL,
	"registrations" integer NOT NULL,
	CONSTRAINT "team_days_member_id_day_pk" PRIMARY KEY("member_id","day")
);
--> statement-breakpoint
CREATE TABLE "team_links" (
	"ancestor_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"line" smallint NOT NULL,
	"career_status" text NOT NULL,
	"active" boolean NOT NULL,
	"has_real_estate" boolean NOT NULL,
	CONSTRAINT "team_links_ancestor_id_member_id_pk" PRIMARY KEY("ancestor_id","member_id")
);
--> statement-breakpoint
DROP INDEX "members_inviter";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "real_estate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "registered_on" date;--> statement-breakpoint
UPDATE "members" SET "registered_on" = ("registered_at" AT TIME ZONE 'Europe/Moscow')::date;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "registered_on" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(username || ' ' || coalesce(name, ''))) STORED;--> statement-breakpoint
ALTER TABLE "partner_days" ADD CONSTRAINT "partner_days_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_visits" ADD CONSTRAINT "partner_visits_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_counts" ADD CONSTRAINT "team_counts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_days" ADD CONSTRAINT "team_days_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_links_member" ON "team_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "team_links_line" ON "team_links" USING btree ("ancestor_id","line","member_id");--> statement-breakpoint
CREATE INDEX "team_links_status" ON "team_links" USING btree ("ancestor_id","career_status","member_id");--> statement-breakpoint
CREATE INDEX "team_links_active" ON "team_links" USING btree ("ancestor_id","member_id") WHERE active;--> statement-breakpoint
CREATE INDEX "team_links_inactive" ON "team_links" USING btree ("ancestor_id","member_id") WHERE not active;--> statement-breakpoint
CREATE INDEX "team_links_real_estate" ON "team_links" USING btree ("ancestor_id","member_id") WHERE has_real_estate;--> statement-breakpoint
CREATE INDEX "members_registered" ON "members" USING btree ("registered_on","id");--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_inviter" ON "members" USING btree ("inviter_id","id");--> statement-breakpoint
CREATE FUNCTION team_join() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE uplines integer[];
BEGIN
  INSERT INTO team_counts (member_id) VALUES (new.id);
  IF new.inviter_id IS NULL THEN RETURN NULL; END IF;

  INSERT INTO team_links (ancestor_id, member_id, line, career_status, active, has_real_estate)
  SELECT new.inviter_id, new.id, 1, new.career_status, new.active, new.real_estate > 0
  UNION ALL
  SELECT ancestor_id, new.id, line + 1, new.career_status, new.active, new.real_estate > 0
  FROM team_links WHERE member_id = new.inviter_id;

  -- Everybody locks from the top down, so that two who come at once wait for each other and never cross.
  SELECT array_agg(ancestor_id ORDER BY ancestor_id) INTO uplines FROM team_links WHERE member_id = new.id;
  PERFORM FROM team_counts WHERE member_id = ANY (uplines) ORDER BY member_id FOR UPDATE;
  UPDATE team_counts SET
    whole_team = whole_team + 1,
    first_line = first_line + (member_id = new.inviter_id)::integer,
    inactive_first_line = inactive_first_line + (member_id = new.inviter_id AND NOT new.active)::integer
  WHERE member_id = ANY (uplines);
  INSERT INTO team_days (member_id, day, registrations)
  SELECT upline, new.registered_on, 1 FROM unnest(uplines) AS upline ORDER BY upline
  ON CONFLICT (member_id, day) DO UPDATE SET registrations = team_days.registrations + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER team_join AFTER INSERT ON members FOR EACH ROW EXECUTE FUNCTION team_join();--> statement-breakpoint
CREATE FUNCTION team_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE team_links SET
    career_status = new.career_status, active = new.active, has_real_estate = new.real_estate > 0
  WHERE member_id = new.id;
  IF old.active <> new.active THEN
    UPDATE team_counts SET inactive_first_line = inactive_first_line + CASE WHEN new.active THEN -1 ELSE 1 END
    WHERE member_id = new.inviter_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER team_follow AFTER UPDATE OF career_status, active, real_estate ON members FOR EACH ROW
WHEN (old.career_status <> new.career_status OR old.active <> new.active OR (old.real_estate > 0) <> (new.real_estate > 0))
EXECUTE FUNCTION team_follow();--> statement-breakpoint
CREATE FUNCTION team_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a member keeps their inviter, their id and the day they came';
END $$;--> statement-breakpoint
CREATE TRIGGER team_stay BEFORE UPDATE OF id, inviter_id, registered_on ON members FOR EACH ROW
WHEN (old.id <> new.id OR old.inviter_id IS DISTINCT FROM new.inviter_id OR old.registered_on <> new.registered_on)
EXECUTE FUNCTION team_stay();--> statement-breakpoint
CREATE FUNCTION rebuild_team() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE team_links, team_counts, team_days;
  CREATE TEMPORARY TABLE team_frontier ON COMMIT DROP AS
    SELECT inviter_id AS ancestor_id, id AS member_id, 1 AS line FROM members WHERE inviter_id IS NOT NULL;
  WHILE EXISTS (SELECT FROM team_frontier) LOOP
    INSERT INTO team_links (ancestor_id, member_id, line, career_status, active, has_real_estate)
    SELECT f.ancestor_id, f.member_id, f.line, m.career_status, m.active, m.real_estate > 0
    FROM team_frontier f JOIN members m ON m.id = f.member_id;
    CREATE TEMPORARY TABLE team_next ON COMMIT DROP AS
      SELECT up.inviter_id AS ancestor_id, f.member_id, f.line + 1 AS line
      FROM team_frontier f JOIN members up ON up.id = f.ancestor_id WHERE up.inviter_id IS NOT NULL;
    DROP TABLE team_frontier;
    ALTER TABLE team_next RENAME TO team_frontier;
  END LOOP;
  DROP TABLE team_frontier;
  INSERT INTO team_counts (member_id, whole_team, first_line, inactive_first_line)
  SELECT m.id, count(l.member_id), count(*) FILTER (WHERE l.line = 1), count(*) FILTER (WHERE l.line = 1 AND NOT l.active)
  FROM members m LEFT JOIN team_links l ON l.ancestor_id = m.id GROUP BY m.id;
  INSERT INTO team_days (member_id, day, registrations)
  SELECT l.ancestor_id, m.registered_on, count(*)
  FROM team_links l JOIN members m ON m.id = l.member_id GROUP BY 1, 2;
END $$;--> statement-breakpoint
SELECT rebuild_team();
