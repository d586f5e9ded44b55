import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activate } from '#contracts/auth.ts';
import { chooseEmails, getEmailChoices } from '#contracts/notices.ts';
import { changePassword } from '#contracts/settings.ts';
import { type NoticeKind, SENT_ALWAYS, WANTED_EMAILS } from '#domain/notices.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { members } from '#server/db/schema/index.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { notify } from '#server/members/notices/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newGuest } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { ownersOf } from '../settings/owner.ts';
import { receivedBy } from './received.ts';

const testServices = await createTestServices();
const { services, app, clock } = testServices;
const api = apiOf(app);
const { newOwner } = ownersOf(testServices);
const choose = (bearer: string, unwanted: readonly string[]) =>
  api.call(chooseEmails, { unwanted: unwanted as NoticeKind[] }, { bearer });
const chosen = async (bearer: string) => dataOf(await api.call(getEmailChoices, {}, { bearer })).unwanted;

async function happen(username: string, kind: NoticeKind): Promise<void> {
  const member = (await findByLogin(services.db, username))!;
  await services.transaction((tx) => notify(tx, services, member, kind));
}

describe('a member chooses', () => {
  test('which e-mails they do without; the notices come all the same', async () => {
    const { username, bearer } = await newOwner();
    expect(await chosen(bearer)).toEqual([]);
    expect(dataOf(await choose(bearer, ['place-opened', 'support-answered', 'place-opened']))).toEqual({
      unwanted: ['place-opened', 'support-answered'],
    });
    for (const kind of ['place-opened', 'withdrawal-completed'] as const) await happen(username, kind);
    expect(await receivedBy(services, username)).toEqual({
      notices: ['place-opened', 'withdrawal-completed'],
      emails: ['withdrawal-completed'],
    });
    dataOf(await choose(bearer, []));
    await happen(username, 'place-opened');
    expect((await receivedBy(services, username)).emails).toContain('place-opened');
  });

  test('for themselves only', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    dataOf(await choose(one.bearer, WANTED_EMAILS));
    expect([await chosen(one.bearer), await chosen(other.bearer)]).toEqual([WANTED_EMAILS, []]);
  });
});

describe('e-mails about safety', () => {
  test.each(SENT_ALWAYS)('%s can’t be switched off by a call', async (kind) => {
    const { access: bearer } = await api.signIn('ivan');
    expect(refusalOf(await choose(bearer, [kind]))).toBe('invalid');
    expect(refusalOf(await choose(bearer, ['place-opened', kind]))).toBe('invalid');
    expect(await chosen(bearer)).toEqual([]);
  });

  test.each([['all'], ['*'], ['constructor'], [''], ['PLACE-OPENED']])('nor can %o', async (kind) => {
    const { access: bearer } = await api.signIn('ivan');
    expect(refusalOf(await choose(bearer, [kind]))).toBe('invalid');
  });

  test('are sent whatever stands in the data', async () => {
    const { username, bearer } = await newOwner();
    const unwantedMails = [...SENT_ALWAYS, ...WANTED_EMAILS];
    await services.db.update(members).set({ unwantedMails }).where(eq(members.username, username));
    const form = { old: GUEST_PASSWORD, new: 'Green-5-apples', new_repeat: 'Green-5-apples' };
    dataOf(await api.call(changePassword, form, { bearer }));
    expect((await receivedBy(services, username)).emails).toEqual(['password-changed']);
    const { access } = await api.signIn(username, 'Green-5-apples');
    expect(await chosen(access)).toEqual(WANTED_EMAILS);
  });
});

test('whose link is used by many in a day hears of all of them and gets a few e-mails', async () => {
  const joins = LIMITS.joinMailAccount.max + 3;
  const join = async () => {
    const { token } = await newGuest(api, testServices);
    dataOf(await api.call(activate, { token }, { address: newAddress() }));
  };
  const before = await receivedBy(services, 'anna');
  const told = before.notices.length;
  for (let count = 0; count < joins; count += 1) await join();
  const received = await receivedBy(services, 'anna');
  expect(received.notices.length - told).toBe(joins);
  expect(received.emails).toHaveLength(LIMITS.joinMailAccount.max);
  clock.advance(24 * 3600 + 1);
  await join();
  expect((await receivedBy(services, 'anna')).emails).toHaveLength(LIMITS.joinMailAccount.max + 1);
  const emails = await emailsTo(testServices, 'anna@demo.example');
  expect(emails.at(-1)?.subject).toMatch(/^Atrium: guest-\d+ в вашей первой линии$/);
});
