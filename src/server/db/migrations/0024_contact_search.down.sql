DROP INDEX "members_contacts";
