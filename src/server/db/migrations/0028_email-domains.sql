-- E-mails are stored with the ASCII form of their domain. RFC 3492, for one label.
CREATE FUNCTION punycode(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  codes integer[] := (SELECT array_agg(ascii(sign)) FROM regexp_split_to_table(label, '') AS sign);
  basic text := regexp_replace(label, '[^\u0001-\u007F]', '', 'g');
  encoded text := basic || CASE WHEN basic = '' THEN '' ELSE '-' END;
  handled integer := char_length(basic);
  least_code integer := 128;
  delta integer := 0;
  bias integer := 72;
  next_code integer;
  code integer;
  rest integer;
  threshold integer;
  digit integer;
  step integer;
BEGIN
  WHILE handled < cardinality(codes) LOOP
    next_code := (SELECT min(one) FROM unnest(codes) AS one WHERE one >= least_code);
    delta := delta + (next_code - least_code) * (handled + 1);
    least_code := next_code;
    FOREACH code IN ARRAY codes LOOP
      IF code < least_code THEN delta := delta + 1; END IF;
      CONTINUE WHEN code <> least_code;
      rest := delta;
      step := 36;
      LOOP
        threshold := least(greatest(step - bias, 1), 26);
        EXIT WHEN rest < threshold;
        digit := threshold + (rest - threshold) % (36 - threshold);
        encoded := encoded || chr(CASE WHEN digit < 26 THEN 97 + digit ELSE 22 + digit END);
        rest := (rest - threshold) / (36 - threshold);
        step := step + 36;
      END LOOP;
      encoded := encoded || chr(CASE WHEN rest < 26 THEN 97 + rest ELSE 22 + rest END);
      rest := CASE WHEN handled = char_length(basic) THEN delta / 700 ELSE delta / 2 END;
      rest := rest + rest / (handled + 1);
      step := 0;
      WHILE rest > 455 LOOP
        rest := rest / 35;
        step := step + 36;
      END LOOP;
      bias := step + 36 * rest / (rest + 38);
      delta := 0;
      handled := handled + 1;
    END LOOP;
    delta := delta + 1;
    least_code := least_code + 1;
  END LOOP;
  RETURN encoded;
END $$;--> statement-breakpoint
CREATE FUNCTION ascii_email(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(email, '@', 1) || '@' || string_agg(
    CASE WHEN label ~ '[^\u0001-\u007F]' THEN 'xn--' || punycode(label) ELSE label END, '.' ORDER BY place)
  FROM regexp_split_to_table(replace(split_part(email, '@', 2), '。', '.'), '\.') WITH ORDINALITY AS labels (label, place)
$$;--> statement-breakpoint
-- Where two accounts have the two spellings of one address, both stay as they are: `members emails` lists them.
UPDATE members SET email = found.email FROM (
  SELECT DISTINCT ON (ascii_email(email)) id, ascii_email(email) AS email FROM members
  WHERE split_part(email, '@', 2) ~ '[^\u0001-\u007F]' ORDER BY ascii_email(email), id
) AS found
WHERE members.id = found.id AND NOT EXISTS (SELECT FROM members AS other WHERE other.email = found.email);--> statement-breakpoint
UPDATE staff SET email = found.email FROM (
  SELECT DISTINCT ON (ascii_email(email)) id, ascii_email(email) AS email FROM staff
  WHERE split_part(email, '@', 2) ~ '[^\u0001-\u007F]' ORDER BY ascii_email(email), id
) AS found
WHERE staff.id = found.id AND NOT EXISTS (SELECT FROM staff AS other WHERE other.email = found.email);--> statement-breakpoint
UPDATE sign_ups SET email = ascii_email(email) WHERE split_part(email, '@', 2) ~ '[^\u0001-\u007F]';--> statement-breakpoint
UPDATE mailed_links SET new_email = ascii_email(new_email) WHERE split_part(new_email, '@', 2) ~ '[^\u0001-\u007F]';--> statement-breakpoint
DROP FUNCTION ascii_email(text), punycode(text);
