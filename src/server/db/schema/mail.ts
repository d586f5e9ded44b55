import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import type { MailKind } from '#domain/mails.ts';
import { time } from './columns.ts';
import { signUps } from './auth.ts';
import { members } from './members.ts';

/** The row decides and the job only triggers: a mail with `sentAt` is not sent again. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    kind: text().$type<MailKind>().notNull(),
    memberId: integer('member_id').references(() => members.id),
    signUpId: uuid('sign_up_id').references(() => signUps.id, { onDelete: 'cascade' }),
    language: text().$type<Language>().notNull(),
    aboutId: uuid('about_id'),
    aboutSupportId: integer('about_support_id'),
    createdAt: time('created_at').notNull(),
    sentAt: time('sent_at'),
  },
  (table) => [
    index('mails_member').on(table.memberId, table.createdAt),
    index('mails_sign_up').on(table.signUpId),
    index('mails_sent')
      .on(table.sentAt, table.id)
      .where(sql`sent_at is not null`),
    check('mails_owner', sql`num_nonnulls(member_id, sign_up_id) = 1`),
  ],
);

/** Holds e-mails while no SMTP server is configured; shown at /dev/mail. */
export const mailbox = pgTable('mailbox', {
  mailId: uuid('mail_id').primaryKey(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  receivedAt: time('received_at').notNull(),
});
