-- A member who has dismissed the list of first steps doesn't see it again.
ALTER TABLE "members" ADD COLUMN "first_steps_dismissed_at" timestamp with time zone;
