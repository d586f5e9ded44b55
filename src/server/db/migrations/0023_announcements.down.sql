DROP TABLE "announcements";
