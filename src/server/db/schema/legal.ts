import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import type { LegalDocument } from '#domain/legal.ts';
import { bytes, time } from './columns.ts';
import { members } from './members.ts';

/** Append-only, to prove what was published. The newest one counts. */
export const legalVersions = pgTable(
  'legal_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    document: text().$type<LegalDocument>().notNull(),
    version: text().notNull(),
    /** Day from which it applies, as written in the file. */
    date: date({ mode: 'string' }).notNull(),
    /** SHA-256 of `legalHash`. */
    hash: bytes('hash').notNull(),
    publishedAt: time('published_at').notNull(),
  },
  (table) => [
    uniqueIndex('legal_versions_version').on(table.document, table.version),
    index('legal_versions_newest').on(table.document, table.id),
    check('legal_versions_hash', sql`length(${table.hash}) = 32`),
  ],
);

export const legalTexts = pgTable(
  'legal_texts',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => legalVersions.id),
    language: text().$type<Language>().notNull(),
    title: text().notNull(),
    markdown: text().notNull(),
    html: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.language] })],
);

/** Append-only proof of what a member agreed to or read; kept when the account is closed. */
export const consents = pgTable(
  'consents',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    versionId: integer('version_id')
      .notNull()
      .references(() => legalVersions.id),
    document: text().$type<LegalDocument>().notNull(),
    hash: bytes('hash').notNull(),
    /** In which the document was named. */
    language: text().$type<Language>().notNull(),
    agreedAt: time('agreed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.versionId] }),
    check('consents_hash', sql`length(${table.hash}) = 32`),
  ],
);

/** Consent of a guest, stored with the sign-up until the account exists. */
export type Agreement = { versions: number[]; language: Language; at: string };
