-- Fills the column of 0010 in a transaction of its own, which locks no table. Closed places need none.
UPDATE places p SET inviter_id = m.inviter_id FROM members m
WHERE m.id = p.member_id AND p.closed_at IS NULL AND p.inviter_id IS NULL AND m.inviter_id IS NOT NULL;
