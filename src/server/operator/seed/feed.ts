import { readFile } from 'node:fs/promises';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type PostInFile, publishPost, readPostFile } from '#server/members/feed/index.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Services } from '#server/api/services.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days relative to now, so that there is always a coming webinar. */
const POSTS = [
  { slug: 'a-safe-account', publishedDays: -19, startsDays: -10 },
  { slug: 'tamil-and-hindi', publishedDays: -12, startsDays: undefined },
  { slug: 'structure-keeps-its-filter', publishedDays: -7, startsDays: undefined },
  { slug: 'reading-a-structure', publishedDays: -4, startsDays: 7 },
  { slug: 'payouts-in-december', publishedDays: -3, startsDays: undefined },
];

export async function seedPosts(tx: Db, services: Pick<Services, 'clock'>): Promise<void> {
  const now = services.clock.now();
  for (const { slug, publishedDays, startsDays } of POSTS) {
    await publish(tx, services, slug, ({ publishedAt, webinar }) => ({
      publishedAt: moveToDay(publishedAt, now, publishedDays),
      startsAt: webinar && moveToDay(webinar.startsAt, now, startsDays ?? 0),
    }));
  }
}

export async function seedLiveWebinar(tx: Db, services: Pick<Services, 'clock'>): Promise<void> {
  const now = services.clock.now();
  await publish(tx, services, 'questions-and-answers', () => ({
    publishedAt: addSeconds(now, -6 * DAY_SECONDS),
    startsAt: addSeconds(now, -20 * 60),
  }));
}

type Times = { publishedAt: Date; startsAt: Date | null };

async function publish(
  tx: Db,
  services: Pick<Services, 'clock'>,
  slug: string,
  timesOf: (post: PostInFile) => Times,
): Promise<void> {
  const read = readPostFile(await readFile(new URL(`./posts/${slug}.md`, import.meta.url), 'utf8'));
  if ('wrong' in read) throw new Error(`${slug}.md: ${tellFaults(read.wrong).join(' ')}`);
  const { post } = read;
  const { publishedAt, startsAt } = timesOf(post);
  const webinar = post.webinar && { ...post.webinar, startsAt: startsAt ?? post.webinar.startsAt };
  const published = await publishPost(tx, services, { ...post, publishedAt, webinar });
  if ('wrong' in published) throw new Error(tellFaults(published.wrong).join(' '));
}

function moveToDay(time: Date, now: Date, days: number): Date {
  const day = addSeconds(now, days * DAY_SECONDS)
    .toISOString()
    .slice(0, 10);
  return new Date(`${day}${time.toISOString().slice(10)}`);
}
