import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { getBotCheck, requestReset, signIn } from '#contracts/auth.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { spentChallenges } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { answerQuestion, solveBotCheck, sumOf } from '../../../support/people/bot-check.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const api = apiOf(testServices.app);

/** Sends a harmless form, whose result depends only on the bot check. */
const send = (bot_check: string, address = newAddress(), email = 'nobody@demo.example') =>
  api.call(requestReset, { email, bot_check }, { address });
const newCheck = async () => dataOf(await api.call(getBotCheck, {}));

test('a proof of work opens a form', async () => {
  expect(refusalOf(await send(await api.botCheck()))).toBe('done');
});

test('a form without a check is incomplete', async () => {
  expect(await send('')).toMatchObject({ error: { status: 422, fields: { bot_check: ['Fill in this field.'] } } });
});

test.each([
  'x',
  '{}',
  '~.',
  'a~b.5',
  '.'.repeat(4096),
  '~'.repeat(100),
  btoa('null'),
  btoa('{"challenge":{}}'),
  '⚡~.1',
])('a made-up check %o is refused', async (made) => {
  expect(await send(made)).toMatchObject({ error: { status: 422, code: 'bot_check_failed' } });
});

test('a proof whose challenge was made easier is refused', async () => {
  const { challenge } = await newCheck();
  const parameters = { ...(challenge?.['parameters'] as object), cost: 1, keyPrefix: '00' };
  expect(refusalOf(await send(await solveBotCheck({ ...challenge, parameters })))).toBe('bot_check_failed');
});

test('a proof whose time was made longer is refused', async () => {
  const proof = JSON.parse(atob(await api.botCheck()));
  proof.challenge.parameters.expiresAt += 60;
  expect(refusalOf(await send(btoa(JSON.stringify(proof))))).toBe('bot_check_failed');
});

test('a proof with another key is refused', async () => {
  const proof = JSON.parse(atob(await api.botCheck()));
  proof.solution.derivedKey = proof.solution.derivedKey.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
  expect(refusalOf(await send(btoa(JSON.stringify(proof))))).toBe('bot_check_failed');
});

test('a used proof stays used, however it is written', async () => {
  const proof = JSON.parse(atob(await api.botCheck()));
  expect(refusalOf(await send(btoa(JSON.stringify(proof)), newAddress(), 'first@demo.example'))).toBe('done');
  const { challenge, solution } = proof;
  const loud = { solution, challenge: { ...challenge, signature: challenge.signature.toUpperCase() } };
  const more = { solution: { ...solution, counter: solution.counter + 1 }, challenge: { ...challenge, more: 1 } };
  const spaced = JSON.stringify(proof, null, 2);
  for (const again of [JSON.stringify(loud), JSON.stringify(more), spaced]) {
    expect(refusalOf(await send(btoa(again), newAddress(), 'second@demo.example'))).toBe('bot_check_failed');
  }
});

test('proof and answer hold for ten minutes', async () => {
  const [proof, answer] = [await api.botCheck(), await api.answer()];
  testServices.clock.advance(10 * 60 + 1);
  expect(refusalOf(await send(proof))).toBe('bot_check_failed');
  expect(refusalOf(await send(answer))).toBe('bot_check_failed');
});

test.each(['botCheck', 'answer'] as const)('one %s is good for one form, which may come again', async (kind) => {
  const check = await api[kind]();
  expect(refusalOf(await send(check, newAddress(), 'one@demo.example'))).toBe('done');
  expect(refusalOf(await send(check, newAddress(), 'two@demo.example'))).toBe('bot_check_failed');
  const other = await api.call(signIn, { login: 'anna', password: DEMO_PASSWORD, bot_check: check });
  expect(refusalOf(other)).toBe('bot_check_failed');
  expect(refusalOf(await send(check, newAddress(), 'one@demo.example'))).toBe('done');
});

test('ten forms at once with one check: one goes through', async () => {
  const check = await api.answer();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => send(check, newAddress(), `number${index}@demo.example`)),
  );
  expect(answers.map(refusalOf).toSorted()).toEqual([...Array(9).fill('bot_check_failed'), 'done']);
});

test('the question is answered with the sum, in any script and with space around it', async () => {
  const { question } = await newCheck();
  expect(refusalOf(await send(answerQuestion(question)))).toBe('done');
  const spaced = await newCheck();
  expect(refusalOf(await send(`${spaced.question.token}. ${sumOf(spaced.question.words)} `))).toBe('done');
});

test.each(['', '0', '-5', '5.0', '1e1', 'five', '99', '123', ' ', '５x'])('the answer %o is wrong', async (answer) => {
  const { question } = await newCheck();
  const given = answer === String(sumOf(question.words)) ? '1' : answer;
  expect(refusalOf(await send(`${question.token}.${given}`))).toBe('bot_check_failed');
});

test('somebody who guesses answers is stopped after ten, while a proof still counts', async () => {
  const address = newAddress();
  const { question } = await newCheck();
  for (let guess = 20; guess < 30; guess += 1) await send(`${question.token}.${guess}`, address);
  expect(await send(answerQuestion(question), address)).toMatchObject({ error: { code: 'too_often', status: 429 } });
  expect(refusalOf(await send(await api.botCheck(), address))).toBe('done');
  testServices.clock.advance(15 * 60 + 1);
  expect(refusalOf(await send(await api.answer(), address))).toBe('done');
});

test('a stolen list of spent checks gives no password away to quick guessing', async () => {
  const form = { login: 'anna', password: DEMO_PASSWORD, bot_check: await api.answer() };
  await api.call(signIn, form, { address: newAddress() });
  const kept = await testServices.services.db.select().from(spentChallenges);
  const guess = createHash('sha256').update(`sign-in anna ${DEMO_PASSWORD}`).digest('hex');
  expect(kept.map(({ spentOn }) => spentOn.toString('hex'))).not.toContain(guess);
});
