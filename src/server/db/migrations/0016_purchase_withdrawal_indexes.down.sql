CREATE UNIQUE INDEX "places_seat" ON "places" USING btree ("above_id","seat");
--> statement-breakpoint
CREATE UNIQUE INDEX "places_once" ON "places" USING btree ("member_id","plan_id") WHERE closing is distinct from 'expired';
--> statement-breakpoint
DROP INDEX "places_taken";
--> statement-breakpoint
DROP INDEX "places_above";
--> statement-breakpoint
DROP INDEX "places_owned";
