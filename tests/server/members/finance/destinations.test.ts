import { expect, test } from 'vitest';
import { removeDestination, renameDestination, saveDestination } from '#contracts/destinations.ts';
import { getBalance } from '#contracts/finance.ts';
import { listNotices } from '#contracts/notices.ts';
import { listSecurityEvents } from '#contracts/second-factor.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { switchOn } from '../../../support/people/factor.ts';
import { DEMO_PIN, moneyCall, WALLET } from '../../../support/people/money.ts';
import { saversOf } from '../../../support/people/saver.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { ownersOf } from '../settings/owner.ts';

const testServices = await createTestServices();
const { clock } = testServices;
const { api, newSaver } = saversOf(testServices);
const DAY = 24 * 3600;

/** A unique node ID. */
const node = (number: number) => `NodeNumber${String(number).padStart(8, '0')}`;
const faultsOf = (result: { success: boolean; error?: { fields?: Record<string, string[]> | undefined } }) =>
  result.error?.fields;
const eventsOf = async (bearer: string) =>
  dataOf(await api.call(listSecurityEvents, {}, { bearer })).items.map(({ kind }) => kind);

test('a member keeps addresses under names, renames and removes them, and reads all of it in the log', async () => {
  const { bearer, save, list } = await newSaver();
  const saved = dataOf(await save({ name: '  My \u202Ewallet ' }));
  expect(saved).toMatchObject({ name: 'My wallet', destination: WALLET, network: 'trc20' });
  clock.advance(1);
  dataOf(await save({ name: 'Node', destination: node(1) }));
  expect((await list()).items.map(({ name, network }) => [name, network])).toEqual([
    ['My wallet', 'trc20'],
    ['Node', 'qchain'],
  ]);
  const { id } = saved;
  const renamed = await api.call(renameDestination, { id, name: 'Cold wallet' }, { bearer: bearer() });
  expect(dataOf(renamed)).toEqual({ ...saved, name: 'Cold wallet' });
  dataOf(await api.call(removeDestination, { id }, { bearer: bearer() }));
  expect(refusalOf(await api.call(removeDestination, { id }, { bearer: bearer() }))).toBe('not_found');
  expect((await list()).items.map(({ name }) => name)).toEqual(['Node']);
  expect((await eventsOf(bearer())).slice(0, 4)).toEqual([
    'destination-removed',
    'destination-renamed',
    'destination-saved',
    'destination-saved',
  ]);
});

test('a name that is empty is refused at its field, and the same one again leaves no line in the log', async () => {
  const { bearer, save, list } = await newSaver();
  const { id } = dataOf(await save());
  const rename = (name: string) => api.call(renameDestination, { id, name }, { bearer: bearer() });
  expect(faultsOf(await rename(' \u202E '))).toEqual({ name: ['Fill in this field.'] });
  expect(dataOf(await rename('My wallet'))).toMatchObject({ id, name: 'My wallet' });
  expect((await list()).items.map(({ name }) => name)).toEqual(['My wallet']);
  expect(await eventsOf(bearer())).not.toContain('destination-renamed');
});

test('the wait that is on already is on, and nobody is told again', async () => {
  const saver = await newSaver();
  for (let times = 0; times < 2; times += 1) {
    expect(dataOf(await saver.turn('on', {}))).toEqual({ is_on: true, ends_at: null });
  }
  const told = (await saver.mails()).filter(({ subject }) => subject === 'Atrium: new addresses wait 24 hours');
  expect(told).toHaveLength(1);
  expect((await eventsOf(saver.bearer())).filter((kind) => kind === 'destination-wait-on')).toHaveLength(1);
});

test('each new one is told by an e-mail and a notification that name it', async () => {
  const { bearer, save, mails } = await newSaver();
  dataOf(await save({ name: 'Mum & <b>dad</b>' }));
  const mail = (await mails()).at(-1);
  expect(mail?.subject).toBe('Atrium: new withdrawal address');
  expect(mail?.text).toContain('TMW46N…oWqe was saved as “Mum & <b>dad</b>”');
  expect(mail?.html).toContain('Mum &amp; &lt;b&gt;dad&lt;/b&gt;');
  const [notice] = dataOf(await api.call(listNotices, {}, { bearer: bearer() })).items;
  expect(notice?.text).toBe('New saved address: Mum & <b>dad</b>, TMW46N…oWqe.');
});

test('the same request has its effect once, and twice at once still once', async () => {
  const { save, list, mails } = await newSaver();
  const answers = await Promise.all([save({}, 'one-and-the-same'), save({}, 'one-and-the-same')]);
  const again = await save({}, 'one-and-the-same');
  expect(answers.map(refusalOf)).toContain('done');
  expect(again.success).toBe(true);
  expect((await list()).items).toHaveLength(1);
  const told = (await mails()).filter(({ subject }) => subject.includes('new withdrawal address'));
  expect(told).toHaveLength(1);
});

test('two who save the same address at once have it once', async () => {
  const { save, list } = await newSaver();
  const answers = await Promise.all([save({ name: 'One' }), save({ name: 'Two' })]);
  expect(answers.map(refusalOf).toSorted()).toEqual(['done', 'invalid']);
  expect((await list()).items).toHaveLength(1);
  expect(faultsOf(await save())).toEqual({ destination: ['You’ve already saved this address.'] });
});

test('there are at most twenty, however many come at once', async () => {
  const { save, list, signIn } = await newSaver();
  const inARow = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) dataOf(await save({ destination: node(number) }));
  };
  await inARow(0, 10);
  expect(refusalOf(await save({ destination: node(10) }))).toBe('too_often');
  clock.advance(3600);
  await signIn();
  await inARow(10, 19);
  clock.advance(3600);
  await signIn();
  const last = await Promise.all([20, 21, 22].map((number) => save({ destination: node(number) })));
  expect(last.map(refusalOf).filter((code) => code === 'done')).toHaveLength(1);
  expect((await list()).items).toHaveLength(20);
  expect(refusalOf(await save({ destination: node(30) }))).toBe('too_many_destinations');
});

test('an address is checked by the rule of the withdraw form, before the PIN', async () => {
  const { save, withdraw } = await newSaver();
  for (const destination of [
    'not-an-address',
    `${WALLET.slice(0, -1)}x`,
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]) {
    const [saving, withdrawing] = [await save({ destination, pin: '9999' }), await withdraw({ destination })];
    expect(faultsOf(saving)?.['destination']).toEqual(faultsOf(withdrawing)?.['destination']);
  }
  expect(faultsOf(await save({ name: ' \u202E ', pin: '9999' }))).toEqual({ name: ['Fill in this field.'] });
});

test('it asks for the PIN, whose wrong ones count', async () => {
  const { save, list, withdraw } = await newSaver();
  expect(faultsOf(await save({ pin: '' }))).toHaveProperty('pin');
  for (let tried = 0; tried < 4; tried += 1) expect(refusalOf(await save({ pin: '9998' }))).toBe('pin_wrong');
  expect(refusalOf(await withdraw({ pin: '9998' }))).toBe('pin_waits');
  expect(refusalOf(await save())).toBe('pin_waits');
  expect((await list()).items).toEqual([]);
});

test('whoever has a second factor shows a code of it instead', async () => {
  const saver = await newSaver();
  const factor = await switchOn(api, testServices, saver.bearer());
  expect((await saver.list()).proof).toBe('code');
  expect(faultsOf(await saver.save())).toHaveProperty('code');
  expect(faultsOf(await saver.save({ code: '000000' }))).toHaveProperty('code');
  clock.advance(30);
  dataOf(await saver.save({ code: factor.code() }));
});

test('whoever has neither PIN nor second factor sets a PIN first', async () => {
  const { newOwner } = ownersOf(testServices);
  const { bearer } = await newOwner();
  const order = { name: 'Mine', destination: WALLET, pin: DEMO_PIN };
  expect(refusalOf(await moneyCall(api, saveDestination, order, { bearer }))).toBe('pin_not_set');
});

test('nobody sees or changes another member’s addresses', async () => {
  const [owner, other] = [await newSaver(), await newSaver()];
  const { id } = dataOf(await owner.save());
  const bearer = other.bearer();
  for (const wrong of [id, 'nonsense']) {
    expect(refusalOf(await api.call(renameDestination, { id: wrong, name: 'Mine' }, { bearer }))).toBe('not_found');
    expect(refusalOf(await api.call(removeDestination, { id: wrong }, { bearer }))).toBe('not_found');
  }
  expect((await other.list()).items).toEqual([]);
  expect((await owner.list()).items).toMatchObject([{ id, name: 'My wallet' }]);
});

test('while new addresses wait, money goes only to those that are a day old, to the second', async () => {
  const saver = await newSaver();
  dataOf(await saver.save({ name: 'Old' }));
  clock.advance(DAY);
  await saver.signIn();
  dataOf(await saver.turn('on', {}));
  const young = dataOf(await saver.save({ name: 'Young', destination: node(7) }));
  expect(young.usable_at).toBe(new Date(clock.now().getTime() + DAY * 1000).toISOString());
  dataOf(await saver.withdraw());
  const unsaved = { destination: ['Withdrawals only go to your saved addresses. Save this one first.'] };
  expect(faultsOf(await saver.withdraw({ destination: node(8) }))).toEqual(unsaved);
  const waits = (hours: number) => ({
    destination: [`This address is still new. You can withdraw to it in ${hours} hour${hours === 1 ? '' : 's'}.`],
  });
  // The address is checked before the PIN.
  expect(faultsOf(await saver.withdraw({ destination: node(7), pin: '9999' }))).toEqual(waits(24));
  clock.advance(DAY - 1);
  await saver.signIn();
  expect(faultsOf(await saver.withdraw({ destination: node(7) }))).toEqual(waits(1));
  clock.advance(1);
  dataOf(await saver.withdraw({ destination: node(7) }));
});

test('what was saved again waits again', async () => {
  const saver = await newSaver();
  const { id } = dataOf(await saver.save());
  clock.advance(DAY);
  await saver.signIn();
  dataOf(await saver.turn('on', {}));
  dataOf(await api.call(removeDestination, { id }, { bearer: saver.bearer() }));
  dataOf(await saver.save());
  expect(faultsOf(await saver.withdraw())).toHaveProperty('destination');
});

test('switching the wait off takes a day and a proof, and can be taken back without one', async () => {
  const saver = await newSaver();
  expect(dataOf(await saver.turn('off'))).toEqual({ is_on: false, ends_at: null });
  expect(dataOf(await saver.turn('on', {}))).toEqual({ is_on: true, ends_at: null });
  expect(faultsOf(await saver.turn('off', {}))).toHaveProperty('pin');
  expect(refusalOf(await saver.turn('off', { pin: '9999' }))).toBe('pin_wrong');
  const endsAt = new Date(clock.now().getTime() + DAY * 1000).toISOString();
  expect(dataOf(await saver.turn('off'))).toEqual({ is_on: true, ends_at: endsAt });
  clock.advance(3600);
  await saver.signIn();
  // Repeating the request does not extend the wait.
  expect(dataOf(await saver.turn('off', {}))).toEqual({ is_on: true, ends_at: endsAt });
  expect(dataOf(await saver.turn('on', {}))).toEqual({ is_on: true, ends_at: null });
  dataOf(await saver.turn('off'));
  clock.advance(DAY - 1);
  await saver.signIn();
  expect(faultsOf(await saver.withdraw())).toHaveProperty('destination');
  clock.advance(1);
  dataOf(await saver.withdraw());
  expect((await saver.list()).wait).toEqual({ is_on: false, ends_at: null });
  const subjects = (await saver.mails()).map(({ subject }) => subject);
  const [on, off] = ['Atrium: new addresses wait 24 hours', 'Atrium: 24-hour wait turned off'];
  expect(subjects.filter((one) => one === on || one === off)).toEqual([on, off, on, off]);
});

test('the withdraw form knows what is saved, and says when there is none to use', async () => {
  const saver = await newSaver();
  const terms = async () => dataOf(await api.call(getBalance, {}, { bearer: saver.bearer() })).withdrawal;
  dataOf(await saver.turn('on', {}));
  expect(await terms()).toMatchObject({ saved_only: true, reason: { code: 'no_destination', until: null } });
  const { usable_at: usableAt } = dataOf(await saver.save());
  expect(await terms()).toMatchObject({
    saved_destinations: [{ name: 'My wallet', destination: WALLET, usable_at: usableAt }],
    reason: { code: 'no_destination', until: usableAt },
  });
  clock.advance(DAY);
  await saver.signIn();
  expect(await terms()).toMatchObject({ can_request: true, saved_destinations: [{ usable_at: null }] });
});

test('a withdrawal and the switch at once: whichever is first counts', async () => {
  const saver = await newSaver();
  const [asked, turned] = await Promise.all([saver.withdraw(), saver.turn('on', {})]);
  expect(turned.success).toBe(true);
  const after = await saver.withdraw();
  expect(faultsOf(after)).toHaveProperty('destination');
  expect(['done', 'invalid']).toContain(refusalOf(asked));
});
