import { expect, test } from 'vitest';
import { findAnything } from '#contracts/find.ts';
import { seedPosts } from '#server/operator/seed/feed.ts';
import { dataOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';

const market = await openMarket();
const { services, api } = market;
await services.transaction((tx) => seedPosts(tx, services));
const bought = await market.buy('anna', 'licenses-1');
const { title } = bought.plan;
const number = bought.place!.number;

async function find(username: string, words: string) {
  return dataOf(await api.call(findAnything, { words }, { bearer: await market.bearerOf(username), language: 'en' }));
}
const usernamesOf = ({ members }: Awaited<ReturnType<typeof find>>) => members.map(({ username }) => username);

test('a member of the team is found by name and username, in any case and with @', async () => {
  for (const words of ['ivan', 'IVAN', '@ivan']) expect(usernamesOf(await find('anna', words))).toContain('ivan');
});

test('nobody above or beside is found, and not oneself', async () => {
  for (const words of ['anna', 'root']) expect(usernamesOf(await find('ivan', words))).toEqual([]);
  expect(usernamesOf(await find('anna', 'anna'))).not.toContain('anna');
});

test('an own transaction is found by its plan, the number of its place and its id; nobody else finds it', async () => {
  for (const words of [title, number.toLowerCase(), bought.id]) {
    expect((await find('anna', words)).transactions).toMatchObject([{ id: bought.id, state: 'active', place: number }]);
    expect((await find('ivan', words)).transactions).toEqual([]);
  }
});

test('posts are found by words of their title in the language of the request, and only those that are out', async () => {
  const { posts } = await find('anna', 'structure');
  const [post] = posts;
  expect(posts.length).toBeGreaterThan(0);
  expect(post?.title.toLowerCase()).toContain('structure');
  await services.db.execute(`update posts set withdrawn_at = now() where id = '${post?.id}'`);
  expect((await find('anna', 'structure')).posts).toEqual(posts.slice(1));
});

test('all words must fit, at most five of each come, and signs alone find nothing', async () => {
  expect((await find('anna', `${title} nonsense`)).transactions).toEqual([]);
  const found = await find('anna', 'a');
  for (const list of Object.values(found)) expect(list.length).toBeLessThanOrEqual(5);
  for (const words of ['', ' ', '@', "'; --", '%', '_'])
    expect(await find('anna', words), words).toEqual({ members: [], transactions: [], posts: [] });
});
