CREATE INDEX "withdrawals_destination" ON "withdrawals" USING btree ("destination" text_pattern_ops);--> statement-breakpoint
DROP INDEX "withdrawals_to", "withdrawals_to_amount", "support_requests_topic", "support_requests_state_topic", "transactions_plan_price", "posts_withdrawn_slug", "transactions_over_state", "transactions_over_state_price";
