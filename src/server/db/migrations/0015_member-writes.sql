CREATE UNLOGGED TABLE "member_writes" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
