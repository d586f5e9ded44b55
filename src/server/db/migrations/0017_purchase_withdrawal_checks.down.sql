-- A validated constraint stays valid.
SELECT 1;
