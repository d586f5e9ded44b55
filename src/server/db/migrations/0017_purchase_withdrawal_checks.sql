ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_refund";
--> statement-breakpoint
ALTER TABLE "ledger_transfers" VALIDATE CONSTRAINT "ledger_transfers_kind";
--> statement-breakpoint
ALTER TABLE "places" VALIDATE CONSTRAINT "places_closing";
