DROP TRIGGER members_search_text ON members;--> statement-breakpoint
DROP FUNCTION fold_member_name(), fold_name(text), lower_letters(text);--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(normalize(username || ' ' || coalesce(name, ''), NFC))) STORED;--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin (search_pieces(search_text)) WITH (fastupdate=false);
