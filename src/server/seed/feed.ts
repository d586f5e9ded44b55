import { readFile } from 'node:fs/promises';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { publishPost, readPostFile } from '#server/feed/index.ts';
import type { Services } from '#server/services.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The files of `posts`, and when the demo has them: days from now, so that a webinar is always still to come. */
const POSTS = [
  { slug: 'a-safe-account', publishedDays: -19, startsDays: -10 },
  { slug: 'tamil-and-hindi', publishedDays: -12, startsDays: undefined },
  { slug: 'structure-keeps-its-filter', publishedDays: -7, startsDays: undefined },
  { slug: 'reading-a-structure', publishedDays: -4, startsDays: 7 },
  { slug: 'payouts-in-december', publishedDays: -3, startsDays: undefined },
];

/** News and webinars, published as the operator publishes them. */
export async function seedPosts(tx: Db, services: Pick<Services, 'clock'>): Promise<void> {
  for (const { slug, publishedDays, startsDays } of POSTS) {
    const file = await readFile(new URL(`./posts/${slug}.md`, import.meta.url), 'utf8');
    const read = readPostFile(file);
    if ('wrong' in read) throw new Error(`${slug}.md: ${read.wrong}`);
    const { post } = read;
    const now = services.clock.now();
    const moved = {
      ...post,
      publishedAt: movedBy(post.publishedAt, now, publishedDays),
      webinar: post.webinar && { ...post.webinar, startsAt: movedBy(post.webinar.startsAt, now, startsDays ?? 0) },
    };
    const published = await publishPost(tx, services, moved);
    if ('wrong' in published) throw new Error(published.wrong);
  }
}

/** The same time of day, so many days from now. */
function movedBy(time: Date, now: Date, days: number): Date {
  const day = addSeconds(now, days * DAY_SECONDS)
    .toISOString()
    .slice(0, 10);
  return new Date(`${day}${time.toISOString().slice(10)}`);
}
