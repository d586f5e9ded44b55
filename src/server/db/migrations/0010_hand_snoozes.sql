-- The list “Needs a hand”: its snoozes, and the inviter beside each place, so that ends are found along an index.
CREATE TABLE "hand_snoozes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_snoozes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"member_id" integer,
	"sign_up_id" uuid,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "hand_snoozes_one" CHECK (num_nonnulls(member_id, sign_up_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "inviter_id" integer;--> statement-breakpoint
ALTER TABLE "hand_snoozes" ADD CONSTRAINT "hand_snoozes_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_snoozes" ADD CONSTRAINT "hand_snoozes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_snoozes" ADD CONSTRAINT "hand_snoozes_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hand_snoozes_member" ON "hand_snoozes" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hand_snoozes_sign_up" ON "hand_snoozes" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "hand_snoozes_owner" ON "hand_snoozes" USING btree ("owner_id","id");--> statement-breakpoint
-- Also for places that the previous version opens while both run. Inviters never change.
CREATE FUNCTION place_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.inviter_id := (SELECT m.inviter_id FROM members m WHERE m.id = NEW.member_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_inviter BEFORE INSERT ON places FOR EACH ROW EXECUTE FUNCTION place_inviter();
