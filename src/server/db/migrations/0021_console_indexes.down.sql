DROP INDEX "withdrawals_shared";
--> statement-breakpoint
DROP INDEX "ledger_transfers_document";
