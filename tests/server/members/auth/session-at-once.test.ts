import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { confirmReset, logout, refreshSession, requestReset } from '#contracts/auth.ts';
import { getProfile } from '#contracts/profile.ts';
import { endSessions, listSessions } from '#contracts/settings.ts';
import { endAllSessions } from '#server/members/auth/index.ts';
import { systemClock } from '#server/base/clock.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { startChild } from '../../../support/processes/children.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { everyday } from '../../../support/everyday.ts';

const REFRESHER = new URL('../../../support/processes/refresher.ts', import.meta.url);
const ROUNDS = Number(process.env['ROUNDS'] ?? everyday(10, 200));
const PROCESS_ROUNDS = Number(process.env['ROUNDS'] ?? everyday(5, 100));

const testServices = await createTestServices({ clock: systemClock });
const { services, databaseUrl } = testServices;
const api = apiOf(testServices.app);

test('one token refreshed 25 times at once in each of two processes rotates once and signs nobody out', async () => {
  const copies = await Promise.all([1, 2].map(() => startChild(REFRESHER, databaseUrl, SESSION_SECRET)));
  let { refresh } = await api.signIn('anna');
  for (let round = 1; round <= PROCESS_ROUNDS; round += 1) {
    const answers = await Promise.all(copies.map((copy) => copy.ask({ refresh, times: 25 })));
    const children = new Set(answers.flat() as string[]);
    expect([...children], `round ${round}`).toEqual([expect.stringMatching(/^[\w-]{80,}$/)]);
    [refresh = ''] = children;
  }
  const { access } = dataOf(await api.call(refreshSession, { refresh }));
  expect(refusalOf(await api.call(getProfile, {}, { bearer: access }))).toBe('done');
});

/** Ends a session during refreshes; then tries every token that was issued. */
async function survivors(login: string, password: string | undefined, end: (refresh: string) => Promise<unknown>) {
  const { access, refresh } = await api.signIn(login, password);
  const refreshing = Array.from({ length: 4 }, () => api.call(refreshSession, { refresh }));
  const [answers] = await Promise.all([Promise.all(refreshing), end(refresh)]);
  const pairs = [{ access, refresh }, ...answers.flatMap((answer) => (answer.success ? [answer.data] : []))];
  const tries = pairs.flatMap((pair) => [
    api.call(getProfile, {}, { bearer: pair.access }),
    api.call(refreshSession, { refresh: pair.refresh }),
  ]);
  return (await Promise.all(tries)).map(refusalOf).filter((code) => code !== 'no_session' && code !== 'session_ended');
}

test('no token survives a sign-out during a refresh', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const left = await survivors('anna', undefined, (refresh) => api.call(logout, { refresh }));
    expect(left, `round ${round}`).toEqual([]);
  }
});

test('no token survives that its session is ended from another one during a refresh', async () => {
  const { access: other } = await api.signIn('anna');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const left = await survivors('anna', undefined, async () => {
      const { items } = dataOf(await api.call(listSessions, {}, { bearer: other }));
      const others = items.filter((session) => !session.is_this);
      await Promise.all(others.map(({ id }) => api.call(endSessions, { id }, { bearer: other })));
    });
    expect(left, `round ${round}`).toEqual([]);
  }
});

test('no token survives a block during a refresh', async () => {
  const { username } = await newMember(api, testServices);
  const who = eq(members.username, username);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await services.db.update(members).set({ blockedAt: null }).where(who);
    const left = await survivors(username, GUEST_PASSWORD, () =>
      services.transaction(async (tx) => {
        const [member] = await tx.update(members).set({ blockedAt: new Date() }).where(who).returning();
        await endAllSessions(tx, services, member!.id, 'blocked');
      }),
    );
    await services.db.update(members).set({ blockedAt: null }).where(who);
    expect(left, `round ${round}`).toEqual([]);
  }
});

test('no token survives a new password during a refresh or a sign-in', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { username, email } = await newMember(api, testServices);
    await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() });
    const token = tokenIn((await emailsTo(testServices, email)).at(-1));
    const password = `Green-${round}-apples`;
    const change = () =>
      api.call(confirmReset, { token, password, password_repeat: password }, { address: newAddress() });
    const signingIn = api.signIn(username, GUEST_PASSWORD).catch(() => undefined);
    const left = await survivors(username, GUEST_PASSWORD, async () => expect(refusalOf(await change())).toBe('done'));
    const late = await signingIn;
    expect(left, `round ${round}`).toEqual([]);
    if (late) expect(refusalOf(await api.call(getProfile, {}, { bearer: late.access }))).toBe('no_session');
  }
});
