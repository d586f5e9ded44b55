import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { getExport } from '#contracts/data.ts';
import { getMonthStatement } from '#contracts/statements.ts';
import { sendSupport } from '#contracts/support.ts';
import { addMonths } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { seedDemoLife } from '#server/operator/seed/index.ts';
import { demoPeople } from '#server/operator/seed/team.ts';
import {
  handSnoozes,
  memberPasskeys,
  memberPhotos,
  members,
  notices,
  postReads,
  posts,
  savedDestinations,
  signUps,
} from '#server/db/schema/index.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { postAccruals } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { askForExport, exportOf, openExport, linesIn, type Unzipped, unzip } from './unzip.ts';

const testServices = await createTestServices({ people: demoPeople() });
const { services, app } = testServices;
const api = apiOf(app);
let anna = 0;
let mine: Unzipped;
/** Number of rows in the database when the file was made. */
const counts: Record<string, number> = {};
let balances: { kind: string; balance: string }[] = [];
const photo = randomBytes(500);

beforeAll(async () => {
  await services.transaction((tx) => seedDemoLife(tx, services));
  anna = (await findByLogin(services.db, 'anna'))?.id ?? 0;
  const { access } = await api.signIn('anna');
  const words = { topic: 'finance', message: '=1+1, said "Anna"\nand more', send_email: true, about: '' } as const;
  dataOf(await api.call(sendSupport, words, { bearer: access, uid: randomUUID() }));
  await services.db.insert(memberPhotos).values({ id: 'p', sizePx: 96, memberId: anna, webp: photo });
  await services.db.insert(notices).values({ memberId: anna, kind: 'pin-set', at: services.clock.now() });
  const passkey = { id: 'k', name: 'My phone', publicKey: photo, counter: 0, transports: [] };
  await services.db.insert(memberPasskeys).values({ ...passkey, memberId: anna, createdAt: services.clock.now() });
  const saved = { id: randomUUID(), name: 'My wallet', destination: 'NodeNumber00000001', network: 'qchain' } as const;
  await services.db.insert(savedDestinations).values({ ...saved, memberId: anna, savedAt: services.clock.now() });
  const [post] = await services.db.select().from(posts).limit(1);
  await services.db.insert(postReads).values({ memberId: anna, postId: post!.id, readAt: services.clock.now() });
  const [guest] = await services.db.select().from(signUps).where(eq(signUps.inviterId, anna));
  await services.db.insert(handSnoozes).values({ ownerId: anna, signUpId: guest!.id, until: services.clock.now() });
  const month = addMonths(isoDay(services.clock.now(), services.config.timeZone), -1).slice(0, 7);
  dataOf(await api.call(getMonthStatement, { month }, { bearer: access }));
  mine = await exportOf(app, access);
  for (const [list, from] of Object.entries(COUNTS)) {
    const counting = sql.raw(`select count(*)::integer as count from ${from.replaceAll('$', String(anna))}`);
    counts[list] = (await services.db.execute<{ count: number }>(counting)).rows[0]!.count;
  }
  const ofHers = sql`select kind, balance from ledger_accounts where member_id = ${anna}`;
  balances = (await services.db.execute<(typeof balances)[number]>(ofHers)).rows;
});

/** The simplest count for each list. */
const COUNTS: Record<string, string> = {
  profile: 'members where id = $',
  consents: 'consents where member_id = $',
  sessions: 'session_families where member_id = $',
  passkeys: 'member_passkeys where member_id = $',
  'saved-destinations': 'saved_destinations where member_id = $',
  'security-events': 'security_events where member_id = $',
  'mailed-links': 'mailed_links where member_id = $',
  emails: 'mails where member_id = $',
  notices: 'notices where member_id = $',
  'support-requests': 'support_requests where member_id = $',
  'support-answers': 'support_answers where request_id in (select id from support_requests where member_id = $)',
  'posts-read': 'post_reads where member_id = $',
  'first-line': 'members where inviter_id = $',
  'needs-a-hand-snoozes': 'hand_snoozes where owner_id = $',
  'partner-page-views': 'partner_days where member_id = $',
  balance: `ledger_entries where account_id in (select id from ledger_accounts where member_id = $ and kind = 'available')`,
  'on-hold': `ledger_entries where account_id in (select id from ledger_accounts where member_id = $ and kind = 'held')`,
  totals: 'members where id = $',
  withdrawals: 'withdrawals where member_id = $',
  'withdrawal-steps': 'withdrawal_steps where withdrawal_id in (select id from withdrawals where member_id = $)',
  statements: 'statements where member_id = $',
  transactions: 'transactions where member_id = $',
  'transaction-payments':
    'transaction_payments where transaction_id in (select id from transactions where member_id = $)',
  'transaction-steps': 'transaction_steps where transaction_id in (select id from transactions where member_id = $)',
  places: 'places where member_id = $',
  'place-events': 'place_events where place_id in (select id from places where member_id = $)',
  'purchase-withdrawals': 'purchase_withdrawals where member_id = $',
};

test('it has a file in each format for every list, words that say so, and the photo', () => {
  const lists = Object.keys(COUNTS).flatMap((name) => [`${name}.json`, `${name}.csv`]);
  expect(mine.names.toSorted()).toEqual(['README.txt', 'photo-96.webp', ...lists].toSorted());
  expect(Buffer.from(mine.bytesOf('photo-96.webp'))).toEqual(photo);
  const readme = mine.textOf('README.txt');
  expect(readme).toMatch(/^Данные anna в Atrium\n/);
  for (const name of lists) expect(readme).toContain(name);
});

test.each(Object.keys(COUNTS))('every row of %s is in it, in both formats', (list) => {
  expect(mine.rowsOf(list)).toHaveLength(counts[list]!);
  expect(linesIn(mine.textOf(`${list}.csv`))).toBe(counts[list]);
});

test('Anna has something in all that matters, and its sums are those of the ledger', () => {
  for (const list of [
    'balance',
    'on-hold',
    'withdrawals',
    'statements',
    'transactions',
    'transaction-payments',
    'places',
    'emails',
  ]) {
    expect(mine.rowsOf(list).length, list).toBeGreaterThan(0);
  }
  const sumOf = (list: string) =>
    mine.rowsOf(list).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e6), 0);
  const balanceOf = (kind: string) => Number(balances.find((row) => row.kind === kind)?.balance);
  expect([sumOf('balance'), sumOf('on-hold')]).toEqual([balanceOf('available'), balanceOf('held')]);
  expect(mine.rowsOf('balance').map(({ number }) => number)).toEqual(
    mine.rowsOf('balance').map((_, index) => index + 1),
  );
});

test('it says who Anna is and how she came', () => {
  expect(mine.rowsOf('profile')).toEqual([
    expect.objectContaining({
      username: 'anna',
      email: 'anna@demo.example',
      name: 'Анна Северянина',
      telegram: '',
      joined_by_code: 'root',
      joined_via: 'demo',
      in_sitemap: true,
      pin_set_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    }),
  ]);
  expect(mine.rowsOf('support-requests')).toMatchObject([{ message: '=1+1, said "Anna"\nand more' }]);
});

test('what she wrote is only text in a spreadsheet, and amounts stay numbers', () => {
  expect(mine.textOf('support-requests.csv')).toContain(`"'=1+1, said ""Anna""\nand more"`);
  expect(mine.textOf('balance.csv')).toMatch(/;-\d+,\d\d;/);
});

test('no secret is in it, and of other people nothing but the names of her first line', async () => {
  const text = mine.names
    .filter((name) => !name.endsWith('.webp'))
    .map(mine.textOf)
    .join('\n');
  const { rows: kept } = await services.db.execute<{ secret: string }>(sql`
    select password_hash as secret from members union select pin_hash from member_pins
    union select encode(token_hash, 'hex') from session_families union select encode(token_hash, 'hex') from mailed_links
    union select encode(hash, 'hex') from ledger_entries where hash is not null`);
  expect(kept.filter(({ secret }) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/\$argon2|eyJ[\w-]{10}|whsec_/);
  const others = await services.db
    .select()
    .from(members)
    .where(sql`id <> ${anna}`);
  const words = new Set(text.split(/[^\p{L}\p{M}\p{N}@._-]+/u));
  const strangers = others.filter(({ inviterId }) => inviterId !== anna);
  // Anna's referral code appears, and in the demo such codes are usernames.
  expect(strangers.filter(({ username }) => username !== 'root' && words.has(username))).toEqual([]);
  expect(others.filter(({ email, name }) => words.has(email) || (name && text.includes(name)))).toEqual([]);
});

test('a source of earnings is named only within the first line', async () => {
  const [near, far] = [await findByLogin(services.db, 'jonas'), await findByLogin(services.db, 'root')];
  const from = (id = 0) => ({ micros: 1n, details: { reason: 'earnings', document: 'd', source: String(id) } });
  await postAccruals(services, 'anna', [from(near?.id), from(far?.id)]);
  const rows = (await exportOf(app, (await api.signIn('anna')).access)).rowsOf('balance');
  expect(rows.slice(-2).map(({ source }) => source)).toEqual(['jonas', null]);
});

test('it is a zip to save, kept nowhere, and for nobody without a session', async () => {
  const { access } = await api.signIn('marie');
  await openExport(app, access);
  const answer = await askForExport(app, access);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="atrium-data-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  });
  const zip = unzip(new Uint8Array(await answer.arrayBuffer()));
  expect(zip.rowsOf('balance')).toEqual([]);
  expect(zip.textOf('README.txt')).toMatch(/^Les données de marie/);
  expect((await rawCall(app, getExport.path)).body).toMatchObject({ code: 'no_session' });
});

test('five an hour are enough for anybody', async () => {
  const { access } = await api.signIn('priya');
  await openExport(app, access);
  for (let count = 1; count < LIMITS.exportAccount.max; count += 1) {
    const answer = await askForExport(app, access);
    expect(answer.status).toBe(200);
    // An unread file keeps its database connection.
    await answer.arrayBuffer();
  }
  const refused = await askForExport(app, access);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const [member] = await services.db.select().from(members).where(eq(members.username, 'priya'));
  expect(member?.closedAt).toBeNull();
});
