import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getConsoleMember } from '#contracts/console/members.ts';
import * as contracts from '#contracts/console/support.ts';
import { supportAnswers } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { readSupportNumber } from '#domain/support.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { askerOf } from '../../../support/people/asker.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';

const served = await createTestServices();
const { services } = served;
const console_ = await openConsole(served);
const sam = await console_.signIn('sam');
const oscar = await console_.signIn('oscar');
const anna = askerOf(console_.api, (await console_.api.signIn('anna')).access);
const ivan = askerOf(console_.api, (await console_.api.signIn('ivan')).access);
const reason = 'the queue';

const ask = async (message: string, more: Parameters<typeof anna.ask>[0] = {}) =>
  dataOf(await anna.ask({ message, ...more })).number;
const askAsIvan = async (message: string) => dataOf(await ivan.ask({ message })).number;
const read = async (number: string, who = sam) => dataOf(await who.call(contracts.getConsoleSupport, { number }));
const numbersOf = async (input: Record<string, string>, who = sam) =>
  dataOf(await who.call(contracts.listConsoleSupport, input)).items.map(({ number }) => number);
const answer = (who: StaffApi, number: string, text: string, seen: number) =>
  who.call(contracts.answerConsoleSupport, { number, text, seen });
const answersOf = (number: string) =>
  services.db
    .select()
    .from(supportAnswers)
    .where(eq(supportAnswers.requestId, readSupportNumber(number) ?? 0));

describe('the queue', () => {
  test('has what waited longest first, by topic, by who minds it, a page at a time', async () => {
    const [first, second, third] = [await ask('one'), await ask('two', { topic: 'team' }), await ask('three')];
    expect(await numbersOf({})).toEqual([first, second, third]);
    expect(await numbersOf({ sort: '-created_at' })).toEqual([third, second, first]);
    expect(await numbersOf({ topic: 'team' })).toEqual([second]);
    for (const search of ['@anna', ' ANN', third]) {
      expect(await numbersOf({ search }), search).toEqual(search === third ? [third] : [first, second, third]);
    }
    for (const search of ['@ann', '@ivan', '%', 'S-99999']) expect(await numbersOf({ search }), search).toEqual([]);
    const { items, next } = dataOf(await sam.call(contracts.listConsoleSupport, { limit: '2' }));
    expect(items.map(({ number }) => number)).toEqual([first, second]);
    expect(await numbersOf({ limit: '2', cursor: next ?? '' })).toEqual([third]);
    const taken = await sam.call(contracts.assignSupport, { number: first, to: 'me' });
    expect(dataOf(taken).assigned_to).toEqual({ name: 'Sam Okafor', is_you: true });
    expect(await numbersOf({ assigned: 'me' })).toEqual([first]);
    expect(await numbersOf({ assigned: 'nobody' })).toEqual([second, third]);
    expect((await read(first, oscar)).assigned_to).toEqual({ name: 'Sam Okafor', is_you: false });
    dataOf(await sam.call(contracts.assignSupport, { number: first, to: 'nobody' }));
    expect(await numbersOf({ assigned: 'me' })).toEqual([]);
    const logged = (await console_.log()).filter(({ action }) => action === 'support assign');
    expect(logged.map(({ subject, reason: why }) => [subject, why])).toEqual([
      [`support:${first}`, ''],
      [`support:${first}`, ''],
    ]);
  });

  test('is not for finance, nor for content', async () => {
    for (const name of ['fiona', 'kira']) {
      const who = await console_.signIn(name);
      expect(refusalOf(await who.call(contracts.listConsoleSupport, {}))).toBe('not_able');
      expect(refusalOf(await answer(who, 'S-00001', 'x', 0))).toBe('not_able');
    }
  });
});

describe('a request', () => {
  test('says who asks about what, as it was written', async () => {
    const [id = ''] = await requestedWithdrawals(served, 1, '150');
    const evil = '<script>alert(1)</script>\n{{constructor}}';
    const number = await ask(evil, { about: `withdrawal:${id}` });
    expect(await read(number)).toMatchObject({
      ...{ username: 'anna', message: evil, state: 'open', answers: [] },
      about: { kind: 'withdrawal', id },
      member: { email: 'anna@demo.example', language: 'ru' },
    });
    expect(await read(number.toLowerCase())).toMatchObject({ number });
    expect(refusalOf(await sam.call(contracts.getConsoleSupport, { number: 'S-99999' }))).toBe('not_found');
    expect(refusalOf(await sam.call(contracts.getConsoleSupport, { number: 'x' }))).toBe('not_found');
  });

  test('is answered by e-mail and on the member’s page, and the log says by whom', async () => {
    const number = await ask('where is it?');
    const done = dataOf(await answer(sam, number, '  It is on its way.  ', 0));
    expect(done).toMatchObject({ state: 'answered', answers: [{ text: 'It is on its way.', by: 'Sam Okafor' }] });
    const [mail] = (await emailsTo(served, 'anna@demo.example')).slice(-1);
    expect(mail?.text).toContain('It is on its way.');
    const seen = await anna.see();
    const shown = seen.find((one) => one.number === number);
    expect(shown?.answers.map(({ text }) => text)).toEqual(['It is on its way.']);
    expect((await console_.log())[0]).toEqual({
      ...{ actor: `staff:${sam.id}`, action: 'support answer', subject: `support:${number}`, reason: '' },
    });
  });

  test('answered by two at once has one answer; the second is told, and can answer once they have read it', async () => {
    const number = await askAsIvan('both of you');
    const results = await Promise.all([answer(sam, number, 'by Sam', 0), answer(oscar, number, 'by Oscar', 0)]);
    expect(results.map((one) => refusalOf(one)).toSorted()).toEqual(['answered_meanwhile', 'done']);
    expect(await answersOf(number)).toHaveLength(1);
    const [late, text] = results[0]?.success ? [oscar, 'by Oscar'] : [sam, 'by Sam'];
    expect(dataOf(await answer(late, number, text, 1)).answers).toHaveLength(2);
  });

  test('answered again after a lost line has one answer', async () => {
    const number = await askAsIvan('once');
    dataOf(await answer(sam, number, 'once only', 0));
    expect(dataOf(await answer(sam, number, 'once only', 0)).answers).toHaveLength(1);
    expect(refusalOf(await answer(oscar, number, 'once only', 0))).toBe('answered_meanwhile');
  });

  test('answered by the command meanwhile counts as well', async () => {
    const number = await askAsIvan('by command');
    await runCommand(services, ['support', 'answer', number, '--text', 'by command', '--why', 'x'], 'olga');
    expect(refusalOf(await answer(sam, number, 'by Sam', 0))).toBe('answered_meanwhile');
    expect((await read(number)).answers).toMatchObject([{ by: 'olga', text: 'by command' }]);
  });

  test('that is closed stays closed, and takes no answer', async () => {
    const number = await askAsIvan('never mind');
    const order = { number, reason: 'solved by phone' };
    expect(dataOf(await sam.call(contracts.closeConsoleSupport, order)).state).toBe('closed');
    expect(dataOf(await sam.call(contracts.closeConsoleSupport, order)).state).toBe('closed');
    expect(refusalOf(await answer(sam, number, 'too late', 0))).toBe('support_closed');
    const closed = (await console_.log()).filter(({ subject }) => subject === `support:${number}`);
    expect(closed).toHaveLength(1);
    const card = dataOf(await sam.call(getConsoleMember, { username: 'ivan' }));
    expect(card.support?.[0]).toMatchObject({ number, state: 'closed' });
  });
});

test('saved answers are added once, changed and removed', async () => {
  const words = { title: 'Where is my money', language: 'en', text: 'It takes an hour.', reason } as const;
  const titles = async () =>
    dataOf(await sam.call(contracts.listSavedAnswers, {})).items.map(({ title, text }) => [title, text]);
  await Promise.all([sam.call(contracts.saveAnswer, words), oscar.call(contracts.saveAnswer, words)]);
  expect(await titles()).toEqual([['Where is my money', 'It takes an hour.']]);
  const { items } = dataOf(await sam.call(contracts.listSavedAnswers, {}));
  const id = String(items[0]?.id);
  dataOf(await sam.call(contracts.saveAnswer, { ...words, id, text: 'It takes a day.' }));
  expect(await titles()).toEqual([['Where is my money', 'It takes a day.']]);
  expect(refusalOf(await sam.call(contracts.saveAnswer, { ...words, id: '999' }))).toBe('not_found');
  dataOf(await sam.call(contracts.removeSavedAnswer, { id, reason }));
  dataOf(await sam.call(contracts.removeSavedAnswer, { id, reason }));
  expect(await titles()).toEqual([]);
});
