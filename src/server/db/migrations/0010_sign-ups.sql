CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text,
	"language" text NOT NULL,
	"inviter_id" integer,
	"ref_code" text,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "members_in_sitemap";--> statement-breakpoint
ALTER TABLE "mailed_links" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "sign_up_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sign_up_id" uuid;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_inviter_id_members_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ups_username" ON "sign_ups" USING btree ("username");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","requested_at");--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_links_sign_up" ON "mailed_links" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "mails_sign_up" ON "mails" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "members_in_sitemap" ON "members" USING btree ("id") WHERE in_sitemap and blocked_at is null;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_owner" CHECK (num_nonnulls(member_id, sign_up_id) = 1);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_owner" CHECK (num_nonnulls(member_id, sign_up_id) = 1);--> statement-breakpoint
-- Members who never used the link of their letter become sign-ups. Their links end: whoever else knew the address may
-- have typed what such a link stands for, and those letters did not say what that was. A new one can be asked for.
CREATE TEMPORARY TABLE never_activated ON COMMIT DROP AS
SELECT m.id, m.inviter_id, m.registered_on FROM members m
WHERE m.activated_at IS NULL AND m.career_status = 'none' AND NOT m.active AND m.real_estate = 0
  AND NOT EXISTS (SELECT FROM members below WHERE below.inviter_id = m.id)
  AND NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.member_id = m.id)
  AND NOT EXISTS (SELECT FROM ledger_transfers t WHERE t.member_id = m.id)
  AND NOT EXISTS (SELECT FROM session_families f WHERE f.member_id = m.id);--> statement-breakpoint
INSERT INTO sign_ups (id, username, email, name, password_hash, language, inviter_id, ref_code, requested_at, expires_at)
SELECT gen_random_uuid(), m.username, m.email, m.name, m.password_hash, m.language, m.inviter_id, r.ref_code,
  m.registered_at, now() + interval '24 hours'
FROM members m JOIN never_activated USING (id) LEFT JOIN referrals r ON r.member_id = m.id
WHERE m.blocked_at IS NULL;--> statement-breakpoint
DELETE FROM mailbox WHERE mail_id IN (SELECT id FROM mails WHERE member_id IN (SELECT id FROM never_activated));--> statement-breakpoint
DELETE FROM mails WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
DELETE FROM mailed_links WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
DELETE FROM notices WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
DELETE FROM referrals WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
UPDATE team_days AS d SET registrations = d.registrations - gone.count FROM (
  SELECT l.ancestor_id, l.registered_on, count(*)::integer AS count
  FROM team_links l JOIN never_activated n ON n.id = l.member_id GROUP BY 1, 2
) AS gone WHERE d.member_id = gone.ancestor_id AND d.day = gone.registered_on;--> statement-breakpoint
DELETE FROM team_days WHERE registrations = 0;--> statement-breakpoint
UPDATE team_counts AS c SET whole_team = c.whole_team - gone.whole_team, first_line = c.first_line - gone.first_line,
  inactive_first_line = c.inactive_first_line - gone.first_line FROM (
  SELECT l.ancestor_id, count(*)::integer AS whole_team, count(*) FILTER (WHERE l.line = 1)::integer AS first_line
  FROM team_links l JOIN never_activated n ON n.id = l.member_id GROUP BY 1
) AS gone WHERE c.member_id = gone.ancestor_id;--> statement-breakpoint
DELETE FROM team_links WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
DELETE FROM team_counts WHERE member_id IN (SELECT id FROM never_activated);--> statement-breakpoint
DELETE FROM members WHERE id IN (SELECT id FROM never_activated);--> statement-breakpoint
-- Whom the operator gave something before they had used their link stays a member, with a password that nobody knows:
-- the owner of the e-mail sets one by a reset link.
UPDATE members SET activated_at = registered_at,
  password_hash = '$argon2id$v=19$m=19456,t=2,p=1$' || translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '=', '')
    || '$' || translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '=', '')
WHERE activated_at IS NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "activated_at" SET NOT NULL;
