ALTER TABLE "members" ADD COLUMN "depth" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
WITH RECURSIVE tree AS (
  SELECT id, 0 AS depth FROM members WHERE inviter_id IS NULL
  UNION ALL SELECT m.id, tree.depth + 1 FROM tree JOIN members m ON m.inviter_id = tree.id
)
UPDATE members SET depth = tree.depth FROM tree WHERE tree.id = members.id;--> statement-breakpoint
CREATE FUNCTION members_depth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.inviter_id IS NULL THEN new.depth := 0;
  ELSE SELECT depth + 1 INTO new.depth FROM members WHERE id = new.inviter_id;
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER members_depth BEFORE INSERT ON members FOR EACH ROW EXECUTE FUNCTION members_depth();--> statement-breakpoint
-- Where many are inserted at once without the other triggers, too.
ALTER TABLE members ENABLE ALWAYS TRIGGER members_depth;--> statement-breakpoint
CREATE TRIGGER members_stay_deep BEFORE UPDATE OF depth ON members FOR EACH ROW
WHEN (old.depth <> new.depth) EXECUTE FUNCTION team_stay();
