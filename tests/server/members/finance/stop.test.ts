import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requestReset, signIn } from '#contracts/auth.ts';
import { getBalance, getWithdrawal } from '#contracts/finance.ts';
import { listSecurityEvents, signInByCode } from '#contracts/second-factor.ts';
import { changePassword, getSettings } from '#contracts/settings.ts';
import { RECENT_SECONDS } from '#domain/rescue.ts';
import { payOut, sweepPayouts } from '#server/members/finance/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { linkIn } from '../../../support/people/emails.ts';
import { beginSignIn, STEP_SECONDS, switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { NEW_PASSWORD, saversOf } from '../../../support/people/saver.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testNode = await openTestNode();
const testServices = await createTestServices({ node: testNode.node });
const { services, clock } = testServices;
const { api, newSaver, stop } = saversOf(testServices);
const order = (...argv: string[]) => runCommand(services, [...argv, '--why', 'they called'], 'olga');
const DAY = 24 * 3600;

const atNode = (id: string) => testNode.state.list().find(({ payout }) => payout.id === id);
const stateOf = async (bearer: string, id: string) => dataOf(await api.call(getWithdrawal, { id }, { bearer })).state;
const blockerOf = async (bearer: string) => dataOf(await api.call(getBalance, {}, { bearer })).withdrawal.reason?.code;

/** Runs deferred jobs now. */
async function later(): Promise<void> {
  await services.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await testServices.runJobs();
}

test('the link pauses withdrawals, ends every session and removes the address, and says so', async () => {
  const saver = await newSaver();
  dataOf(await saver.save({ name: 'Old', destination: 'NodeNumber00000001' }));
  clock.advance(RECENT_SECONDS);
  await saver.signIn();
  dataOf(await saver.save({ name: 'Not mine' }));
  const token = await saver.stopToken();
  const before = saver.bearer();
  dataOf(await stop(token));
  expect(refusalOf(await api.call(getSettings, {}, { bearer: before }))).toBe('no_session');
  await saver.signIn();
  expect((await saver.list()).items.map(({ name }) => name)).toEqual(['Old']);
  expect(refusalOf(await saver.withdraw())).toBe('withdrawals_stopped');
  expect(refusalOf(await saver.save())).toBe('withdrawals_stopped');
  expect(await blockerOf(saver.bearer())).toBe('stopped');
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer: saver.bearer() }));
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['withdrawals-stopped', 'destination-removed']));
  expect((await saver.mails()).at(-1)?.subject).toBe('Atrium: withdrawals are paused');
});

test('the e-mail about a new device has the link, which opens in its reader’s language', async () => {
  const saver = await newSaver();
  const form = { login: saver.username, password: GUEST_PASSWORD, bot_check: await api.answer() };
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0';
  dataOf(await api.call(signIn, form, { address: newAddress(), userAgent }));
  const mail = (await saver.mails()).at(-1);
  expect(mail?.subject).toBe('New sign-in to your Atrium account');
  expect(linkIn(mail?.text ?? '').pathname).toBe('/en/auth/not-me');
  dataOf(await stop(await saver.stopToken()));
  await saver.signIn();
  expect(await blockerOf(saver.bearer())).toBe('stopped');
});

test('a link works once: twice it says the same, and after the pause is lifted it is void', async () => {
  const saver = await newSaver();
  dataOf(await saver.save());
  const token = await saver.stopToken();
  const answers = await Promise.all([stop(token), stop(token)]);
  expect(answers.map(refusalOf)).toEqual(['done', 'done']);
  const told = (await saver.mails()).filter(({ subject }) => subject === 'Atrium: withdrawals are paused');
  expect(told).toHaveLength(1);
  expect(await order('members', 'resume-withdrawals', saver.username)).toHaveProperty('words');
  expect(refusalOf(await stop(token))).toBe('stop_link_invalid');
  await saver.signIn();
  expect(await blockerOf(saver.bearer())).toBeUndefined();
});

test('a link that is old, made up or of another purpose does nothing', async () => {
  const saver = await newSaver();
  dataOf(await saver.save());
  const token = await saver.stopToken();
  expect(refusalOf(await stop('guessed'))).toBe('stop_link_invalid');
  const reset = { email: saver.email, bot_check: await api.answer() };
  dataOf(await api.call(requestReset, reset, { address: newAddress() }));
  const other = linkIn((await saver.mails()).at(-1)?.text ?? '').searchParams.get('token') ?? '';
  expect(refusalOf(await stop(other))).toBe('stop_link_invalid');
  clock.advance(7 * DAY);
  expect(refusalOf(await stop(token))).toBe('stop_link_invalid');
  await saver.signIn();
  expect((await saver.list()).items).toHaveLength(1);
});

test('a link is its owner’s alone, and removes only what it is about', async () => {
  const [one, other] = [await newSaver(), await newSaver()];
  dataOf(await one.save());
  dataOf(await other.save());
  dataOf(await stop(await one.stopToken()));
  expect((await other.list()).items).toHaveLength(1);
  expect(await blockerOf(other.bearer())).toBeUndefined();
});

test('each of two e-mails removes its own address', async () => {
  const saver = await newSaver();
  dataOf(await saver.save({ destination: 'NodeNumber00000001' }));
  const first = await saver.stopToken();
  dataOf(await saver.save({ destination: 'NodeNumber00000002' }));
  const second = await saver.stopToken();
  dataOf(await stop(first));
  dataOf(await stop(second));
  await saver.signIn();
  expect((await saver.list()).items).toEqual([]);
});

test('it takes back that the wait was switched off', async () => {
  const saver = await newSaver();
  dataOf(await saver.turn('on', {}));
  dataOf(await saver.turn('off'));
  dataOf(await stop(await saver.stopToken()));
  clock.advance(DAY);
  await saver.signIn();
  expect((await saver.list()).wait).toEqual({ is_on: true, ends_at: null });
  expect(refusalOf(await saver.turn('off'))).toBe('withdrawals_stopped');
});

test('after a change of the e-mail address only support lifts it, because a reset goes to the new one', async () => {
  const saver = await newSaver();
  await services.db.execute(sql`update members set email_changed_at = ${clock.now().toISOString()}
    where username = ${saver.username}`);
  dataOf(await stop(await saver.stopToken()));
  clock.advance(1);
  await saver.resetPassword();
  await saver.signIn(NEW_PASSWORD);
  expect(refusalOf(await saver.resume())).toBe('support_required');
  expect(await order('members', 'resume-withdrawals', saver.username)).toHaveProperty('words');
});

test('what is approved is not sent while paused, and sent when the pause is lifted', async () => {
  const saver = await newSaver();
  dataOf(await saver.save());
  const token = await saver.stopToken();
  const { id, state } = dataOf(await saver.withdraw());
  expect(state).toBe('approved');
  dataOf(await stop(token));
  await later();
  await payOut(services, { withdrawalId: id });
  await sweepPayouts(services);
  await later();
  expect(atNode(id)).toBeUndefined();
  await saver.signIn();
  expect(await stateOf(saver.bearer(), id)).toBe('approved');
  expect(await order('members', 'resume-withdrawals', saver.username)).toHaveProperty('words');
  await later();
  expect(atNode(id)).toMatchObject({ created: 1 });
  expect(await stateOf(saver.bearer(), id)).toBe('completed');
});

test('what is approved waits as well while an operator has blocked its owner', async () => {
  const saver = await newSaver();
  const { id } = dataOf(await saver.withdraw());
  expect(await order('members', 'block', saver.username)).toHaveProperty('words');
  await later();
  await sweepPayouts(services);
  await later();
  expect(atNode(id)).toBeUndefined();
  expect(await order('members', 'unblock', saver.username)).toHaveProperty('words');
  await sweepPayouts(services);
  await later();
  expect(atNode(id)).toMatchObject({ created: 1 });
});

test('what the node may have is asked for and not sent again', async () => {
  const saver = await newSaver();
  const { id } = dataOf(await saver.withdraw());
  testNode.state.turn({ failureMode: 'silent' });
  await testServices.runJobs();
  testNode.state.turn({ failureMode: 'well' });
  dataOf(await saver.save());
  dataOf(await stop(await saver.stopToken()));
  await later();
  expect(atNode(id)).toMatchObject({ created: 1 });
  await saver.signIn();
  expect(await stateOf(saver.bearer(), id)).toBe('completed');
});

test('what waits for an operator can’t be approved, but declined or canceled', async () => {
  const saver = await newSaver();
  const large = dataOf(await saver.withdraw({ amount: '150' }));
  const other = dataOf(await saver.withdraw({ amount: '150' }));
  dataOf(await saver.save());
  dataOf(await stop(await saver.stopToken()));
  expect(await order('withdrawals', 'approve', large.id)).toEqual({
    refused: `Its owner has paused withdrawals, so ${large.id} can’t be approved. See “members resume-withdrawals”.`,
  });
  const listed = (await runCommand(services, ['withdrawals', 'list', '--state', 'requested'], 'olga')) as {
    words: string;
  };
  expect(listed.words).toMatch(new RegExp(`${large.id} .* \\(paused by its owner\\)`));
  expect(await order('withdrawals', 'reject', large.id)).toHaveProperty('words');
  await saver.signIn();
  expect(await stateOf(saver.bearer(), other.id)).toBe('requested');
});

test('a pause and withdrawals at once: what was asked for after it is refused, and nothing is sent', async () => {
  const saver = await newSaver();
  dataOf(await saver.save());
  const token = await saver.stopToken();
  const answers = await Promise.all([saver.withdraw(), stop(token), saver.withdraw(), saver.withdraw()]);
  expect(answers[1].success).toBe(true);
  await later();
  await saver.signIn();
  expect(refusalOf(await saver.withdraw())).toBe('withdrawals_stopped');
  for (const answer of [answers[0], answers[2], answers[3]]) {
    if (answer.success) expect(atNode(answer.data.id)).toBeUndefined();
    else expect(['withdrawals_stopped', 'no_session']).toContain(answer.error.code);
  }
});

test('its owner lifts it with a password reset by e-mail and the PIN, and nobody with less', async () => {
  const saver = await newSaver();
  dataOf(await saver.save());
  dataOf(await stop(await saver.stopToken()));
  await saver.signIn();
  expect(refusalOf(await saver.resume())).toBe('reset_required');
  // A thief who knows the password can change it in the settings, so that is no proof.
  const form = { old: GUEST_PASSWORD, new: 'Other-6-pears', new_repeat: 'Other-6-pears' };
  dataOf(await api.call(changePassword, form, { bearer: saver.bearer() }));
  expect(refusalOf(await saver.resume())).toBe('reset_required');
  clock.advance(1);
  await saver.resetPassword();
  await saver.signIn(NEW_PASSWORD);
  expect(refusalOf(await saver.resume({ pin: '9999' }))).toBe('pin_wrong');
  dataOf(await saver.resume());
  dataOf(await saver.resume());
  expect(refusalOf(await saver.withdraw())).toBe('withdrawals_paused');
  clock.advance(DAY);
  await saver.signIn(NEW_PASSWORD);
  dataOf(await saver.withdraw());
  const subjects = (await saver.mails()).map(({ subject }) => subject);
  expect(subjects.filter((one) => one === 'Atrium: withdrawals resumed')).toHaveLength(1);
});

test('a reset before the pause does not lift it', async () => {
  const saver = await newSaver();
  await saver.resetPassword();
  await saver.signIn(NEW_PASSWORD);
  clock.advance(1);
  dataOf(await saver.save());
  dataOf(await stop(await saver.stopToken()));
  await saver.signIn(NEW_PASSWORD);
  expect(refusalOf(await saver.resume())).toBe('reset_required');
});

test('whoever has a second factor shows a code of it besides', async () => {
  const saver = await newSaver();
  const factor = await switchOn(api, testServices, saver.bearer());
  clock.advance(RECENT_SECONDS);
  const begun = await beginSignIn(api, saver.username);
  saver.use(dataOf(await api.call(signInByCode, { pending: begun, code: factor.code() })).access);
  clock.advance(STEP_SECONDS);
  dataOf(await saver.save({ code: factor.code() }));
  dataOf(await stop(await saver.stopToken()));
  clock.advance(STEP_SECONDS);
  await saver.resetPassword();
  const pending = await beginSignIn(api, saver.username, NEW_PASSWORD);
  const signed = await api.call(signInByCode, { pending, code: factor.code() }, { address: newAddress() });
  saver.use(dataOf(signed).access);
  const without = await saver.resume();
  expect(without.success ? {} : without.error.fields).toHaveProperty('code');
  clock.advance(STEP_SECONDS);
  dataOf(await saver.resume({ code: factor.code() }));
});

test('support lifts it once, which is logged and told', async () => {
  const saver = await newSaver();
  expect(await order('members', 'resume-withdrawals', 'nobody-at-all')).toEqual({
    refused: 'There is no member “nobody-at-all”.',
  });
  expect(await order('members', 'resume-withdrawals', saver.username)).toEqual({
    refused: `${saver.username} has not paused withdrawals.`,
  });
  dataOf(await saver.save());
  dataOf(await stop(await saver.stopToken()));
  expect(await order('members', 'resume-withdrawals', saver.username)).toHaveProperty('words');
  expect(await order('members', 'resume-withdrawals', saver.username)).toEqual({
    refused: `${saver.username} has not paused withdrawals.`,
  });
  const logged = (await auditLogOf(services)).filter(
    ({ action, subject }) => action === 'members resume-withdrawals' && subject === `member:${saver.username}`,
  );
  expect(logged).toMatchObject([{ actor: 'operator:olga', reason: 'they called' }]);
  const subjects = (await saver.mails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Atrium: withdrawals resumed')).toHaveLength(1);
  await saver.signIn();
  dataOf(await saver.withdraw());
});
