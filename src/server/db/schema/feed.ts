import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PostCategory, PostKind } from '#domain/feed.ts';
import type { Language } from '#domain/languages.ts';
import { time } from './columns.ts';
import { members } from './members.ts';

export const posts = pgTable(
  'posts',
  {
    id: uuid().primaryKey(),
    /** The file’s name; publishing it again updates the post. */
    slug: text().notNull(),
    kind: text().$type<PostKind>().notNull(),
    category: text().$type<PostCategory>().notNull(),
    publishedAt: time('published_at').notNull(),
    pinnedAt: time('pinned_at'),
    withdrawnAt: time('withdrawn_at'),
    /** From here to `recordingUrl` for webinars only. */
    startsAt: time('starts_at'),
    minutes: integer(),
    speaker: text(),
    joinUrl: text('join_url'),
    recordingUrl: text('recording_url'),
    /** Number of changes, for calendars (RFC 5545, SEQUENCE). */
    sequence: integer().notNull().default(0),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('posts_slug').on(table.slug),
    index('posts_order').on(table.kind, table.publishedAt, table.id),
    index('posts_start').on(table.startsAt, table.id),
    index('posts_published').on(table.publishedAt, table.slug),
    index('posts_pinned')
      .on(table.publishedAt, table.slug)
      .where(sql`pinned_at is not null`),
    index('posts_withdrawn')
      .on(table.publishedAt, table.slug)
      .where(sql`withdrawn_at is not null`),
    index('posts_slug_start').on(sql`${table.slug} collate "C"`),
    index('posts_withdrawn_slug')
      .on(sql`${table.slug} collate "C"`)
      .where(sql`withdrawn_at is not null`),
  ],
);

export const postTexts = pgTable(
  'post_texts',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id),
    language: text().$type<Language>().notNull(),
    title: text().notNull(),
    markdown: text().notNull(),
    html: text().notNull(),
    excerpt: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.language] })],
);

export const postReads = pgTable(
  'post_reads',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id),
    readAt: time('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.postId] })],
);
