import { expect, test } from 'vitest';
import { getSecondFactor, keepFactor, listSecurityEvents, signInByCode } from '#contracts/second-factor.ts';
import { carryOutRemoval } from '#server/members/auth/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, newAddress, refusalOf } from '../../../../support/app/api.ts';
import { emailsTo, tokenIn } from '../../../../support/people/emails.ts';
import { beginSignIn, switchOn } from '../../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../../support/people/guests.ts';
import { createTestServices } from '../../../../support/app/services.ts';
import { memberOf } from '../../../../support/app/stage.ts';
import { ownersOf } from '../../settings/owner.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const { api, newOwner } = ownersOf(testServices);
const HOUR = 3600;

const remove = (username: string) =>
  runCommand(services, ['members', 'remove-second-factor', username, '--why', 'lost the phone'], 'olga');
const carryOut = async (username: string) =>
  carryOutRemoval(services, { memberId: (await memberOf(testServices, username)).id });

async function newHolder() {
  const owner = await newOwner();
  return { ...owner, ...(await switchOn(api, testServices, owner.bearer)) };
}
const factorOf = async (bearer: string) => dataOf(await api.call(getSecondFactor, {}, { bearer }));

test('support takes a lost one away after a day, and says so', async () => {
  const { username, bearer, email } = await newHolder();
  expect(await remove(username)).toHaveProperty('words');
  expect(await remove(username)).toHaveProperty('refused');
  expect((await factorOf(bearer)).removal_due_at).toBe(
    new Date(clock.now().getTime() + 24 * HOUR * 1000).toISOString(),
  );
  clock.advance(24 * HOUR - 1);
  await carryOut(username);
  expect(await beginSignIn(api, username)).toBeTruthy();
  clock.advance(1);
  await carryOut(username);
  const subjects = (await emailsTo(testServices, email)).map(({ subject }) => subject);
  expect(subjects.at(-1)).toBe('Two-step verification is off for your Atrium account');
  const { access } = await api.signIn(username, GUEST_PASSWORD);
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer: access }));
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['removal-asked', 'second-factor-off']));
  expect(items.find(({ kind }) => kind === 'removal-asked')).toMatchObject({ device: '', place: '' });
});

test('its owner stops it by the e-mail, once', async () => {
  const { username, email } = await newHolder();
  await remove(username);
  const token = tokenIn((await emailsTo(testServices, email)).at(-1));
  const keep = (typed = token) => api.call(keepFactor, { token: typed }, { address: newAddress() });
  expect(refusalOf(await keep('guessed'))).toBe('removal_link_invalid');
  expect([refusalOf(await keep()), refusalOf(await keep())]).toEqual(['done', 'removal_link_invalid']);
  clock.advance(24 * HOUR);
  await carryOut(username);
  expect(await beginSignIn(api, username)).toBeTruthy();
});

test('whoever has a code at hand has not lost it: the next right one stops it', async () => {
  const { username, code, bearer } = await newHolder();
  await remove(username);
  const pending = await beginSignIn(api, username);
  dataOf(await api.call(signInByCode, { pending, code: code() }, { address: newAddress() }));
  expect((await factorOf(bearer)).removal_due_at).toBeNull();
});

test('there has to be a member, and a second factor', async () => {
  expect(await remove('nobody-at-all')).toEqual({ refused: 'There is no member “nobody-at-all”.' });
  expect(await remove('anna')).toEqual({ refused: 'anna has no second factor.' });
});
