DROP INDEX "sign_ups_inviter";
--> statement-breakpoint
DROP INDEX "members_without_place";
--> statement-breakpoint
DROP INDEX "places_ending";
