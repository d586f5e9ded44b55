import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { listNotices } from '#contracts/notices.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, signedIn } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { memberOf } from '../../../support/app/stage.ts';

const testServices = await createTestServices();
const { clock, services } = testServices;
const api = apiOf(testServices.app);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1';

test('who signs in from a device that none of their sessions had is told of it, once', async () => {
  const { username } = await newMember(api, testServices);
  const told = async (userAgent: string) => {
    const form = { login: username, password: GUEST_PASSWORD, bot_check: await api.answer() };
    const { access: bearer } = signedIn(await api.call(signIn, form, { address: newAddress(), userAgent }));
    const { items } = dataOf(await api.call(listNotices, {}, { bearer }));
    return items.flatMap((notice) => (notice.kind === 'new-device' ? notice.device : []));
  };
  // The first sign-in has no earlier one to compare with.
  expect(await told(FIREFOX)).toEqual([]);
  expect(await told(FIREFOX)).toEqual([]);
  clock.advance(60);
  expect(await told(PHONE)).toEqual(['Firefox, Android']);
  expect(await told(FIREFOX)).toEqual(['Firefox, Android']);
  expect(await told(PHONE)).toEqual(['Firefox, Android']);
  clock.advance(60);
  expect(await told(SAFARI)).toEqual(['Safari, iPhone', 'Firefox, Android']);
});

test.each<[string, Partial<typeof members.$inferInsert>]>([
  ['was blocked', { blockedAt: new Date() }],
  ['closed the account', { closedAt: new Date() }],
  ['got another password', { passwordChangedAt: new Date() }],
])('who %s while the password was being checked gets no session', async (_, change) => {
  const { username } = await newMember(api, testServices);
  const checked = await memberOf(testServices, username);
  const caller = { address: newAddress(), userAgent: FIREFOX };
  expect(await openSession(services, checked, caller)).toBeDefined();
  await services.db.update(members).set(change).where(eq(members.id, checked.id));
  expect(await openSession(services, checked, caller)).toBeUndefined();
  await services.db
    .update(members)
    .set({ passwordChangedAt: new Date(0) })
    .where(eq(members.id, checked.id));
  expect(await openSession(services, checked, caller)).toBeUndefined();
});
