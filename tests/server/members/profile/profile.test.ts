import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setPin } from '#contracts/finance.ts';
import { countView } from '#contracts/partner.ts';
import { dismissFirstSteps, getFirstSteps, getProfile } from '#contracts/profile.ts';
import { type Member, members, memberTotps } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';

const testServices = await createTestServices();
const { app, services, clock } = testServices;
const api = apiOf(app);

test('Anna signs in and reads her profile', async () => {
  const { access } = await api.signIn('anna');
  const me = await api.call(getProfile, {}, { bearer: access });
  expect(me).toMatchObject({ success: true, data: { username: 'anna', inviter: { username: 'root' } } });
});

async function newcomer(ref = 'anna') {
  const { username } = await newMember(api, testServices, { ref });
  const { access: bearer } = await api.signIn(username, GUEST_PASSWORD);
  const isTheirs = eq(members.username, username);
  const [member] = await services.db.select().from(members).where(isTheirs);
  return {
    bearer,
    ...member!,
    change: (columns: Partial<Member>) => services.db.update(members).set(columns).where(isTheirs),
    steps: async () => dataOf(await api.call(getFirstSteps, {}, { bearer })).steps,
    dismiss: () => api.call(dismissFirstSteps, {}, { bearer }),
    dismissedAt: async () => (await services.db.select().from(members).where(isTheirs))[0]?.firstStepsDismissedAt,
  };
}

test('a newcomer’s first steps tick off one after the other, and the list ends with the last', async () => {
  const { bearer, id, refCode, change, steps } = await newcomer();
  expect(await steps()).toEqual({ photo: false, place: false, pin: false, second_factor: false, link: false });
  await change({ photo: '/photos/p.webp' });
  expect(await steps()).toMatchObject({ photo: true, place: false });
  await api.call(setPin, { pin: '4826', pin_repeat: '4826', password: GUEST_PASSWORD }, { bearer });
  expect(await steps()).toMatchObject({ pin: true, second_factor: false });
  await services.db
    .insert(memberTotps)
    .values({ memberId: id, secret: Buffer.from('sealed'), lastStep: 0, setAt: clock.now() });
  expect(await steps()).toMatchObject({ second_factor: true, link: false });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  dataOf(await api.call(countView, { ref: refCode, user_agent: firefox }, { address: newAddress() }));
  expect(await steps()).toEqual({ photo: true, place: false, pin: true, second_factor: true, link: true });
  await change({ active: true });
  expect(await steps()).toBeNull();
});

test('a link counts as shared once somebody signs up with it', async () => {
  const { refCode, steps } = await newcomer();
  expect(await steps()).toMatchObject({ link: false });
  const friend = await newcomer(refCode);
  expect(await steps()).toMatchObject({ link: true });
  expect(await friend.steps()).toMatchObject({ link: false });
});

test('a list dismissed twice at once, and again later, stays away for its owner alone', async () => {
  const [{ steps, dismiss, dismissedAt }, other] = [await newcomer(), await newcomer()];
  const first = clock.now();
  expect((await Promise.all([dismiss(), dismiss()])).map(refusalOf)).toEqual(['done', 'done']);
  clock.advance(60);
  expect(refusalOf(await dismiss())).toBe('done');
  expect(await dismissedAt()).toEqual(first);
  expect(await steps()).toBeNull();
  expect(await other.steps()).not.toBeNull();
});
