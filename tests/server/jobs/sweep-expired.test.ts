import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requestReset } from '#contracts/auth.ts';
import { mailedLinks, securityEvents, sessionFamilies } from '#server/db/schema/index.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import { apiOf, newAddress } from '../../support/app/api.ts';
import { emailsTo } from '../../support/people/emails.ts';
import { GUEST_PASSWORD, newMember } from '../../support/people/guests.ts';
import { createTestServices } from '../../support/app/services.ts';
import { memberOf } from '../../support/app/stage.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const { db } = services;
const api = apiOf(testServices.app);
const DAY = 24 * 60 * 60;

async function newcomer() {
  const { username, email } = await newMember(api, testServices);
  return { username, email, id: (await memberOf(testServices, username)).id };
}

test('a session is forgotten a month after its last sign of life, and the own log of a member after a year', async () => {
  const { username, id } = await newcomer();
  await api.signIn(username, GUEST_PASSWORD);
  const kept = async (afterSeconds: number) => {
    clock.advance(afterSeconds);
    await sweepExpired(services);
    return {
      sessions: await db.$count(sessionFamilies, eq(sessionFamilies.memberId, id)),
      events: await db.$count(securityEvents, eq(securityEvents.memberId, id)),
    };
  };
  expect(await kept(30 * DAY)).toEqual({ sessions: 1, events: 1 });
  expect(await kept(1)).toEqual({ sessions: 0, events: 1 });
  expect(await kept(335 * DAY - 1)).toEqual({ sessions: 0, events: 1 });
  expect(await kept(1)).toEqual({ sessions: 0, events: 0 });
});

test('a session that was ended is forgotten a month later', async () => {
  const { username, id } = await newcomer();
  await api.signIn(username, GUEST_PASSWORD);
  const ofMember = eq(sessionFamilies.memberId, id);
  const rotatedAt = new Date(clock.now().getTime() + 1000 * DAY);
  await db.update(sessionFamilies).set({ endedAt: clock.now(), rotatedAt }).where(ofMember);
  clock.advance(30 * DAY);
  await sweepExpired(services);
  expect(await db.$count(sessionFamilies, ofMember)).toBe(1);
  clock.advance(1);
  await sweepExpired(services);
  expect(await db.$count(sessionFamilies, ofMember)).toBe(0);
});

test('a link is forgotten a month after it has run out', async () => {
  const { email, id } = await newcomer();
  await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() });
  await emailsTo(testServices, email);
  const ofMember = eq(mailedLinks.memberId, id);
  const [link] = await db.select().from(mailedLinks).where(ofMember);
  clock.advance((link!.expiresAt.getTime() - clock.now().getTime()) / 1000 + 30 * DAY);
  await sweepExpired(services);
  expect(await db.$count(mailedLinks, ofMember)).toBe(1);
  clock.advance(1);
  await sweepExpired(services);
  expect(await db.$count(mailedLinks, ofMember)).toBe(0);
});
