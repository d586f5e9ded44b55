import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { agree } from '#contracts/consents.ts';
import { saveDestination } from '#contracts/destinations.ts';
import { requestWithdrawal } from '#contracts/finance.ts';
import { requestPlace } from '#contracts/places.ts';
import { getProfile } from '#contracts/profile.ts';
import { sendSupport } from '#contracts/support.ts';
import { listTeam } from '#contracts/team.ts';
import { consents } from '#server/db/schema/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { DEMO_PIN } from '#server/operator/seed/cast.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { publishVersion } from '../../../support/people/legal.ts';

const market = await openMarket();
const { api, services, bearerOf } = market;
const WALLET = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';

const pendingOf = async (username: string) =>
  dataOf(await api.call(getProfile, {}, { bearer: await bearerOf(username) })).to_agree;
const answer = async (username: string, agreed = '') =>
  refusalOf(await api.call(agree, { agreed }, { bearer: await bearerOf(username) }));

async function rowsOf(username: string) {
  const member = await findByLogin(services.db, username);
  return services.db.select().from(consents).where(eq(consents.memberId, member!.id));
}

/** What moves money or buys a place; each is refused for a later reason once the terms are agreed to. */
async function moneyCalls(username: string): Promise<string[]> {
  const options = async () => ({ bearer: await bearerOf(username), uid: randomUUID() });
  const order = { destination: WALLET, amount: '20.00', pin: DEMO_PIN };
  const saved = { name: 'Wallet', destination: WALLET, pin: DEMO_PIN };
  const results = [
    await api.call(requestWithdrawal, order, await options()),
    await api.call(requestPlace, { platform: 'licenses', plan: 'licenses-1' }, await options()),
    await api.call(saveDestination, saved, await options()),
  ];
  return results.map(refusalOf);
}

test('without documents nothing is asked', async () => {
  expect(await pendingOf('ivan')).toBeNull();
  expect(await moneyCalls('ivan')).not.toContain('agreement_required');
});

test('a member who has not agreed reads, writes to support and leaves, but moves no money', async () => {
  await publishVersion(services, 'terms', 't1');
  await publishVersion(services, 'privacy', 'p1');
  expect((await pendingOf('priya'))?.documents.map(({ document, version }) => [document, version])).toEqual([
    ['terms', 't1'],
    ['privacy', 'p1'],
  ]);
  expect(await moneyCalls('priya')).toEqual(Array(3).fill('agreement_required'));
  const bearer = await bearerOf('priya');
  expect(refusalOf(await api.call(listTeam, {}, { bearer }))).toBe('done');
  const words = { topic: 'other', message: 'Why?', send_email: false, about: '' } as const;
  expect(refusalOf(await api.call(sendSupport, words, { bearer, uid: randomUUID() }))).toBe('done');
});

test('agreeing once is enough, five times at once is one row per document', async () => {
  const { agreed } = (await pendingOf('priya'))!;
  const answers = await Promise.all(Array.from({ length: 5 }, () => answer('priya', agreed)));
  expect(answers).toEqual(Array(5).fill('done'));
  expect(await rowsOf('priya')).toHaveLength(2);
  expect(await pendingOf('priya')).toBeNull();
  expect(await moneyCalls('priya')).not.toContain('agreement_required');
});

test('only the newest version can be agreed to, and by nobody for somebody else', async () => {
  const { agreed } = (await pendingOf('jonas'))!;
  await publishVersion(services, 'terms', 't2');
  for (const token of [agreed, '999', 'x', '1.', `${agreed}.1`, '1e0', '-1'])
    expect(await answer('jonas', token), token).toBe('agreement_outdated');
  expect(await rowsOf('jonas')).toEqual([]);
  const newest = (await pendingOf('jonas'))!;
  expect(newest.documents.map(({ version }) => version)).toEqual(['t2', 'p1']);
  expect(await answer('jonas', newest.agreed)).toBe('done');
  expect((await pendingOf('priya'))?.documents.map(({ version }) => version)).toEqual(['t2']);
});

test('a new privacy policy is only a notice: it stops nothing and is recorded the same way', async () => {
  await publishVersion(services, 'privacy', 'p2');
  const pending = (await pendingOf('jonas'))!;
  expect(pending.documents.map(({ document }) => document)).toEqual(['privacy']);
  expect(await moneyCalls('jonas')).not.toContain('agreement_required');
  expect(await answer('jonas', pending.agreed)).toBe('done');
  const member = await findByLogin(services.db, 'jonas');
  const ofPrivacy = and(eq(consents.memberId, member!.id), eq(consents.document, 'privacy'));
  expect(await services.db.$count(consents, ofPrivacy)).toBe(2);
});
