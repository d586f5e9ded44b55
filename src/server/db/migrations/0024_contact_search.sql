-- Outside of a transaction.
-- Members are found by Telegram, phone and other contacts.
DROP INDEX CONCURRENTLY IF EXISTS "members_contacts";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "members_contacts" ON "members" USING gin (search_pieces(nullif(translate(lower(regexp_replace(coalesce(contacts ->> 'telegram', '') || E'\n' || coalesce(contacts ->> 'phone', '') || E'\n' || coalesce(contacts ->> 'other', ''), '(\d)[ ().+/-]+(?=\d)', '\1', 'g') collate "C"), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе'), E'\n\n'))) WITH (fastupdate=false);
