-- Dismissed lists are shown again.
-- squawk-ignore ban-drop-column
ALTER TABLE "members" DROP COLUMN "first_steps_dismissed_at";
