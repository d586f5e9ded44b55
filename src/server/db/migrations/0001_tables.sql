CREATE TABLE "audit_head" (
	"only" text PRIMARY KEY DEFAULT 'head' NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hash" "bytea",
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate("reason" || ' ' || "actor" || ' ' || "action" || ' ' || "subject", ':-_./@+&<>=?#%~', '               '))) STORED
);
--> statement-breakpoint
CREATE TABLE "mailed_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mailed_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer,
	"sign_up_id" uuid,
	"purpose" text NOT NULL,
	"new_email" text,
	"destination_id" uuid,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"taken_back" jsonb,
	CONSTRAINT "mailed_links_owner" CHECK (num_nonnulls(member_id, sign_up_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"parent_hash" "bytea",
	"sealed_token" "bytea",
	"rotated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"address_range" text DEFAULT '' NOT NULL,
	"export_proven_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text,
	"language" text NOT NULL,
	"inviter_id" integer,
	"ref_code" text,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"spent_on" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accrual_draft_faults" (
	"draft_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"code" text NOT NULL,
	"written" text NOT NULL,
	CONSTRAINT "accrual_draft_faults_draft_id_position_pk" PRIMARY KEY("draft_id","position")
);
--> statement-breakpoint
CREATE TABLE "accrual_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"csv" "bytea" NOT NULL,
	"labels" jsonb NOT NULL,
	"line_count" integer NOT NULL,
	"total" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	"fault_count" integer NOT NULL,
	"prepared_by" integer NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"work_id" uuid
);
--> statement-breakpoint
CREATE TABLE "plan_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_drafts" (
	"slug" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_export_pieces" (
	"export_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "data_export_pieces_export_id_number_pk" PRIMARY KEY("export_id","number")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"state" text NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_in_all" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_usernames" (
	"hash" "bytea" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_reads" (
	"member_id" integer NOT NULL,
	"post_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_reads_member_id_post_id_pk" PRIMARY KEY("member_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_texts" (
	"post_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"markdown" text NOT NULL,
	"html" text NOT NULL,
	"excerpt" text NOT NULL,
	CONSTRAINT "post_texts_post_id_language_pk" PRIMARY KEY("post_id","language")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"pinned_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"minutes" integer,
	"speaker" text,
	"join_url" text,
	"recording_url" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_answers" (
	"member_id" integer NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"input_mac" "bytea" NOT NULL,
	"answer" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_answers_member_id_key_pk" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "member_pins" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"pin_hash" text NOT NULL,
	"pepper_version" smallint DEFAULT 1 NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"waits_until" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"name" text NOT NULL,
	"destination" text NOT NULL,
	"network" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_steps" (
	"withdrawal_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	CONSTRAINT "withdrawal_steps_withdrawal_id_state_pk" PRIMARY KEY("withdrawal_id","state")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"destination" text NOT NULL,
	"network" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"hold_id" bigint NOT NULL,
	"end_id" bigint,
	"chain_id" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "accrual_batches" (
	"batch" text PRIMARY KEY NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"contents" "bytea" NOT NULL,
	"line_count" integer NOT NULL,
	"total" bigint NOT NULL,
	"posted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"member_id" integer,
	"balance" bigint DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"head" "bytea"
);
--> statement-breakpoint
CREATE TABLE "ledger_days" (
	"account_id" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_days_account_id_day_kind_pk" PRIMARY KEY("account_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"number" integer,
	"balance_after" bigint,
	"hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "ledger_seals" (
	"number" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"transfers" "int8multirange" NOT NULL,
	"transfer_count" integer NOT NULL,
	"contents" "bytea" NOT NULL,
	"horizon" bigint NOT NULL,
	"settled_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_totals" (
	"only" text PRIMARY KEY DEFAULT 'totals' NOT NULL,
	"settled_id" bigint NOT NULL,
	"amounts" jsonb NOT NULL,
	"holders" integer,
	"holders_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"member_id" integer NOT NULL,
	"details" jsonb NOT NULL,
	"leg_count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"member_id" integer,
	"sign_up_id" uuid,
	"language" text NOT NULL,
	"about_id" uuid,
	"about_support_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_owner" CHECK (num_nonnulls(member_id, sign_up_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "member_photos" (
	"id" text NOT NULL,
	"size_px" smallint NOT NULL,
	"member_id" integer NOT NULL,
	"webp" "bytea" NOT NULL,
	CONSTRAINT "member_photos_id_size_px_pk" PRIMARY KEY("id","size_px")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"photo" text,
	"password_hash" text NOT NULL,
	"language" text NOT NULL,
	"career_status" text DEFAULT 'none' NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"real_estate" integer DEFAULT 0 NOT NULL,
	"ref_code" text NOT NULL,
	"inviter_id" integer,
	"depth" smallint DEFAULT 0 NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"registered_on" date NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"blocked_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"password_changed_at" timestamp with time zone,
	"email_changed_at" timestamp with time zone,
	"pin_cleared_at" timestamp with time zone,
	"password_reset_at" timestamp with time zone,
	"withdrawals_stopped_at" timestamp with time zone,
	"destination_wait_since" timestamp with time zone,
	"destination_wait_ends_at" timestamp with time zone,
	"partner_shows_name" boolean DEFAULT false NOT NULL,
	"in_sitemap" boolean DEFAULT false NOT NULL,
	"contacts" jsonb DEFAULT '{"telegram":"","phone":"","other":""}'::jsonb NOT NULL,
	"contacts_visibility" text DEFAULT 'nobody' NOT NULL,
	"week_start" text DEFAULT 'language' NOT NULL,
	"feed_read_at" timestamp with time zone,
	"unwanted_mails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"calendar_salt" "bytea",
	"search_text" text
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"inviter_id" integer NOT NULL,
	"ref_code" text NOT NULL,
	"bound_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"about" text,
	"at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"command" text NOT NULL,
	"reason" text NOT NULL,
	"details" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_days" (
	"member_id" integer NOT NULL,
	"day" date NOT NULL,
	"views" bigint NOT NULL,
	CONSTRAINT "partner_days_member_id_day_pk" PRIMARY KEY("member_id","day")
);
--> statement-breakpoint
CREATE TABLE "partner_visits" (
	"member_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"visitor" "bytea" NOT NULL,
	CONSTRAINT "partner_visits_member_id_hour_visitor_pk" PRIMARY KEY("member_id","hour","visitor")
);
--> statement-breakpoint
CREATE TABLE "place_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "place_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"plan_id" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closing" text,
	"above_id" integer,
	"seat" smallint NOT NULL,
	"depth" integer NOT NULL,
	"free_depth" integer NOT NULL,
	"filled" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"reason" text NOT NULL,
	"plan" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"platform" text NOT NULL,
	"number" smallint NOT NULL,
	"title" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"expiry_days" integer,
	"previous_id" text,
	"width" smallint NOT NULL,
	"levels" smallint NOT NULL,
	"closing" bigint NOT NULL,
	"transition" bigint NOT NULL,
	"availability" text NOT NULL,
	"property" jsonb
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "member_writes" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor_removals" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_recovery_codes" (
	"member_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_recovery_codes_member_id_hash_pk" PRIMARY KEY("member_id","hash")
);
--> statement-breakpoint
CREATE TABLE "former_totps" (
	"member_id" integer NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "former_totps_member_id_set_at_pk" PRIMARY KEY("member_id","set_at")
);
--> statement-breakpoint
CREATE TABLE "member_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_totps" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"set_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"member_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_member_id_hash_pk" PRIMARY KEY("member_id","hash")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"device" text NOT NULL,
	"address_range" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"input" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"prepared_by" integer NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_reason" text
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"password_hash" text,
	"totp_secret" "bytea",
	"totp_step" bigint,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by" integer,
	"activated_at" timestamp with time zone,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"staff_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_id" integer NOT NULL,
	"action" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" integer,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"staff_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"totp_secret" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"started_by" integer NOT NULL,
	"address" text NOT NULL,
	"total" integer NOT NULL,
	"lines_done" integer,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_work_steps" (
	"work_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject" text NOT NULL,
	"outcome" text,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "support_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"text" text NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"about" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"assigned_to" integer
);
--> statement-breakpoint
CREATE TABLE "team_counts" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"whole_team" integer DEFAULT 0 NOT NULL,
	"first_line" integer DEFAULT 0 NOT NULL,
	"inactive_first_line" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_days" (
	"member_id" integer NOT NULL,
	"day" date NOT NULL,
	"registrations" integer NOT NULL,
	CONSTRAINT "team_days_member_id_day_pk" PRIMARY KEY("member_id","day")
);
--> statement-breakpoint
CREATE TABLE "team_facets" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_facets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"career_status" text NOT NULL,
	"active" boolean NOT NULL,
	"has_real_estate" boolean NOT NULL,
	CONSTRAINT "team_facets_each" UNIQUE("career_status","active","has_real_estate")
);
--> statement-breakpoint
CREATE TABLE "team_links" (
	"ancestor_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"registered_on" date NOT NULL,
	"line" smallint NOT NULL,
	"facet" smallint NOT NULL,
	CONSTRAINT "team_links_member_id_ancestor_id_pk" PRIMARY KEY("member_id","ancestor_id")
);
--> statement-breakpoint
CREATE TABLE "transaction_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"plan_id" text NOT NULL,
	"price" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"address" text,
	"pay_url" text,
	"pending" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"sale_id" bigint,
	"check_at" timestamp with time zone,
	"closed_at_node" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_families" ADD CONSTRAINT "session_families_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_inviter_id_members_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accrual_draft_faults" ADD CONSTRAINT "accrual_draft_faults_draft_id_accrual_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."accrual_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accrual_drafts" ADD CONSTRAINT "accrual_drafts_prepared_by_staff_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_drafts" ADD CONSTRAINT "plan_drafts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_answers" ADD CONSTRAINT "saved_answers_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_export_pieces" ADD CONSTRAINT "data_export_pieces_export_id_data_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."data_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reads" ADD CONSTRAINT "post_reads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reads" ADD CONSTRAINT "post_reads_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_texts" ADD CONSTRAINT "post_texts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_answers" ADD CONSTRAINT "kept_answers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_pins" ADD CONSTRAINT "member_pins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_destinations" ADD CONSTRAINT "saved_destinations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_steps" ADD CONSTRAINT "withdrawal_steps_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_hold_id_ledger_transfers_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_end_id_ledger_transfers_id_fk" FOREIGN KEY ("end_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_photos" ADD CONSTRAINT "member_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_inviter_id_members_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_inviter_id_members_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_days" ADD CONSTRAINT "partner_days_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_visits" ADD CONSTRAINT "partner_visits_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_events" ADD CONSTRAINT "place_events_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_above_id_places_id_fk" FOREIGN KEY ("above_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_previous_id_plans_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_recovery_codes" ADD CONSTRAINT "former_recovery_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_totps" ADD CONSTRAINT "former_totps_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_passkeys" ADD CONSTRAINT "member_passkeys_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_totps" ADD CONSTRAINT "member_totps_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_prepared_by_staff_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_granted_by_staff_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_work" ADD CONSTRAINT "staff_work_started_by_staff_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_work_steps" ADD CONSTRAINT "staff_work_steps_work_id_staff_work_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."staff_work"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_answers" ADD CONSTRAINT "support_answers_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_payments" ADD CONSTRAINT "transaction_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_steps" ADD CONSTRAINT "transaction_steps_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_sale_id_ledger_transfers_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","number");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at","number");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "mailed_links_token" ON "mailed_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mailed_links_member" ON "mailed_links" USING btree ("member_id","purpose");--> statement-breakpoint
CREATE INDEX "mailed_links_sign_up" ON "mailed_links" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "session_families_member" ON "session_families" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ups_username" ON "sign_ups" USING btree ("username");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","requested_at");--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ups_requested" ON "sign_ups" USING btree ("requested_at","username");--> statement-breakpoint
CREATE INDEX "spent_challenges_expiry" ON "spent_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accrual_drafts_prepared" ON "accrual_drafts" USING btree ("prepared_at","id");--> statement-breakpoint
CREATE INDEX "post_drafts_changed" ON "post_drafts" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "data_exports_member" ON "data_exports" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug" ON "posts" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "posts_order" ON "posts" USING btree ("kind","published_at","id");--> statement-breakpoint
CREATE INDEX "posts_start" ON "posts" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "posts_published" ON "posts" USING btree ("published_at","slug");--> statement-breakpoint
CREATE INDEX "posts_pinned" ON "posts" USING btree ("published_at","slug") WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "posts_withdrawn" ON "posts" USING btree ("published_at","slug") WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX "posts_slug_start" ON "posts" USING btree ("slug" collate "C");--> statement-breakpoint
CREATE INDEX "posts_withdrawn_slug" ON "posts" USING btree ("slug" collate "C") WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX "kept_answers_age" ON "kept_answers" USING btree ("kept_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_destinations_member" ON "saved_destinations" USING btree ("member_id","destination");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_hold" ON "withdrawals" USING btree ("hold_id");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_end" ON "withdrawals" USING btree ("end_id");--> statement-breakpoint
CREATE INDEX "withdrawals_member" ON "withdrawals" USING btree ("member_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_state" ON "withdrawals" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_requested" ON "withdrawals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_amount" ON "withdrawals" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_state_amount" ON "withdrawals" USING btree ("state","amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_to" ON "withdrawals" USING btree ("destination","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_to_amount" ON "withdrawals" USING btree ("destination","amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_chain" ON "withdrawals" USING btree ("chain_id") WHERE chain_id is not null;--> statement-breakpoint
CREATE INDEX "accrual_batches_posted" ON "accrual_batches" USING btree ("posted_at","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_member" ON "ledger_accounts" USING btree ("member_id","kind") WHERE member_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_platform" ON "ledger_accounts" USING btree ("kind") WHERE member_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_number" ON "ledger_entries" USING btree ("account_id","number") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_transfer" ON "ledger_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_history" ON "ledger_entries" USING btree ("account_id","day","at","id") WHERE kind <> 'release';--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("account_id","kind","day","at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_platform" ON "ledger_entries" USING btree ("account_id","day","amount") WHERE number is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_key" ON "ledger_transfers" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_member" ON "mails" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_sign_up" ON "mails" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ("sent_at","id") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "member_photos_member" ON "member_photos" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_username" ON "members" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "members_ref_code" ON "members" USING btree ("ref_code");--> statement-breakpoint
CREATE UNIQUE INDEX "members_calendar_salt" ON "members" USING btree ("calendar_salt");--> statement-breakpoint
CREATE INDEX "members_inviter" ON "members" USING btree ("inviter_id","id");--> statement-breakpoint
CREATE INDEX "members_in_sitemap" ON "members" USING btree ("id") WHERE in_sitemap and blocked_at is null;--> statement-breakpoint
CREATE INDEX "members_username_start" ON "members" USING btree ("username" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "members_email_start" ON "members" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "members_registered" ON "members" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX "members_blocked" ON "members" USING btree ("username","id") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "members_blocked_registered" ON "members" USING btree ("registered_at","id") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "members_closed" ON "members" USING btree ("username","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "members_closed_registered" ON "members" USING btree ("registered_at","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin (search_pieces(search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "notices_member" ON "notices" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "notices_unseen" ON "notices" USING btree ("member_id") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "partner_visits_hour" ON "partner_visits" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "place_events_place" ON "place_events" USING btree ("place_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "places_seat" ON "places" USING btree ("above_id","seat");--> statement-breakpoint
CREATE UNIQUE INDEX "places_transaction" ON "places" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "places_once" ON "places" USING btree ("member_id","plan_id") WHERE closing is distinct from 'expired';--> statement-breakpoint
CREATE INDEX "places_member" ON "places" USING btree ("member_id","plan_id","id");--> statement-breakpoint
CREATE INDEX "places_expiry" ON "places" USING btree ("expires_at") WHERE closed_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "places_plan" ON "places" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "places_open" ON "places" USING btree ("plan_id") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "plans_order" ON "plans" USING btree ("platform","number");--> statement-breakpoint
CREATE INDEX "former_recovery_codes_ended" ON "former_recovery_codes" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "former_totps_ended" ON "former_totps" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "member_passkeys_member" ON "member_passkeys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "security_events_member" ON "security_events" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("action","subject") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_state" ON "approvals" USING btree ("state","prepared_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_grants_staff" ON "staff_grants" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_token" ON "staff_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id","started_at");--> statement-breakpoint
CREATE INDEX "staff_work_started" ON "staff_work" USING btree ("started_by","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_work_steps_position" ON "staff_work_steps" USING btree ("work_id","position");--> statement-breakpoint
CREATE INDEX "support_answers_request" ON "support_answers" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_member" ON "support_requests" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "support_requests_state" ON "support_requests" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "support_requests_topic" ON "support_requests" USING btree ("topic","id");--> statement-breakpoint
CREATE INDEX "support_requests_state_topic" ON "support_requests" USING btree ("state","topic","id");--> statement-breakpoint
CREATE INDEX "support_requests_assigned" ON "support_requests" USING btree ("assigned_to","id") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "team_links_newest" ON "team_links" USING btree ("ancestor_id","registered_on","member_id");--> statement-breakpoint
CREATE INDEX "team_links_line" ON "team_links" USING btree ("ancestor_id","line","registered_on","member_id");--> statement-breakpoint
CREATE INDEX "team_links_facet" ON "team_links" USING btree ("ancestor_id","facet","registered_on","member_id");--> statement-breakpoint
CREATE INDEX "team_links_facet_line" ON "team_links" USING btree ("ancestor_id","facet","line","registered_on","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_payments_node" ON "transaction_payments" USING btree ("transaction_id","node_id");--> statement-breakpoint
CREATE INDEX "transaction_payments_name" ON "transaction_payments" USING btree ("node_id");--> statement-breakpoint
CREATE INDEX "transaction_payments_other" ON "transaction_payments" USING btree ("transaction_id") WHERE currency <> 'USDT';--> statement-breakpoint
CREATE INDEX "transaction_steps_transaction" ON "transaction_steps" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_unfinished" ON "transactions" USING btree ("member_id") WHERE state not in ('active', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_sale" ON "transactions" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "transactions_member" ON "transactions" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_check" ON "transactions" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_price" ON "transactions" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "transactions_state_price" ON "transactions" USING btree ("state","price","id");--> statement-breakpoint
CREATE INDEX "transactions_plan" ON "transactions" USING btree ("plan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_plan_price" ON "transactions" USING btree ("plan_id","price","id");--> statement-breakpoint
CREATE INDEX "transactions_over" ON "transactions" USING btree ("created_at","id") WHERE received > price;--> statement-breakpoint
CREATE INDEX "transactions_over_state" ON "transactions" USING btree ("state","created_at","id") WHERE received > price;--> statement-breakpoint
CREATE INDEX "transactions_over_state_price" ON "transactions" USING btree ("state","price","id") WHERE received > price;--> statement-breakpoint
CREATE INDEX "transactions_over_price" ON "transactions" USING btree ("price","id") WHERE received > price;