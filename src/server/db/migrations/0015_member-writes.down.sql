DROP TABLE "member_writes";
