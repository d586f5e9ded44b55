DROP INDEX "ledger_entries_at";
