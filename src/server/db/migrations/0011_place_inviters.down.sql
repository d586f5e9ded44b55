UPDATE places SET inviter_id = NULL WHERE inviter_id IS NOT NULL;
