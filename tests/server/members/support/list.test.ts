import { describe, expect, test } from 'vitest';
import { listSupport, readSupport } from '#contracts/support.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { askerOf } from '../../../support/people/asker.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { services, app, clock } = await createTestServices();
const api = apiOf(app);
const bearerOf = async (username: string) => (await api.signIn(username)).access;
const answer = (number: string, text: string) =>
  runCommand(services, ['support', 'answer', number, '--text', text, '--why', 'asked'], 'olga');

test('requests come newest first, a page at a time, each once', async () => {
  const bearer = await bearerOf('anna');
  const anna = askerOf(api, bearer);
  for (const message of ['one', 'two', 'three', 'four', 'five']) await anna.ask({ message });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = dataOf(await api.call(listSupport, { limit: '2', ...(cursor && { cursor }) }, { bearer }));
    seen.push(...page.items.map(({ message }) => message));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
});

test('what another member asked is never shown, whatever the cursor', async () => {
  await askerOf(api, await bearerOf('anna')).ask();
  const ivan = await bearerOf('ivan');
  expect(await askerOf(api, ivan).see()).toEqual([]);
  for (const cursor of ['1', '3', '999999999', '0']) {
    expect(dataOf(await api.call(listSupport, { cursor }, { bearer: ivan }))).toEqual({ items: [], next: null });
  }
});

test.each(['-1', '1.5', 'x', "1'", '9999999999', ' 1', '１'])('“%s” is no cursor', async (cursor) => {
  const bearer = await bearerOf('ivan');
  expect(refusalOf(await api.call(listSupport, { cursor }, { bearer }))).toBe('invalid');
});

describe('an answer', () => {
  test('is unread until its owner says that they read it; looking changes nothing, and nobody else counts', async () => {
    const jonas = askerOf(api, await bearerOf('jonas'));
    const ivan = askerOf(api, await bearerOf('ivan'));
    const { number } = dataOf(await jonas.ask());
    clock.advance(60);
    await answer(number, 'It is on its way.');
    const [first] = await jonas.see();
    expect(first).toMatchObject({ state: 'answered', is_unread: true });
    expect(first?.answers).toEqual([{ text: 'It is on its way.', at: clock.now().toISOString() }]);
    const ids = [first!.id];
    expect(refusalOf(await ivan.read(ids))).toBe('done');
    expect((await jonas.see())[0]).toMatchObject({ is_unread: true });
    for (const times of [1, 2]) expect(refusalOf(await jonas.read(ids)), `${times}`).toBe('done');
    expect((await jonas.see())[0]).toMatchObject({ is_unread: false });

    clock.advance(60);
    await answer(number, 'It has arrived.');
    expect((await jonas.see())[0]).toMatchObject({
      is_unread: true,
      answers: [{ text: 'It is on its way.' }, { text: 'It has arrived.' }],
    });
  });

  test('that came after what was shown stays unread, and what was read stays read', async () => {
    const priya = askerOf(api, await bearerOf('priya'));
    const { number } = dataOf(await priya.ask());
    clock.advance(60);
    await answer(number, 'First.');
    const [shown] = await priya.see();
    clock.advance(60);
    await answer(number, 'Second, in between.');
    await priya.read([shown!.id], shown!.answers[0]!.at);
    expect((await priya.see())[0]).toMatchObject({ is_unread: true });
    clock.advance(1);
    await priya.read([shown!.id]);
    await priya.read([shown!.id], shown!.answers[0]!.at);
    expect((await priya.see())[0]).toMatchObject({ is_unread: false });
    await priya.read([shown!.id], '2999-01-01T00:00:00Z');
    clock.advance(60);
    await answer(number, 'Third.');
    expect((await priya.see())[0]).toMatchObject({ is_unread: true });
  });

  test('never tells who of Atrium gave it', async () => {
    const root = askerOf(api, await bearerOf('root'));
    const { number } = dataOf(await root.ask());
    await answer(number, 'It is on its way.');
    const seen = await root.see();
    expect(seen[0]?.answers).toMatchObject([{ text: 'It is on its way.' }]);
    expect(JSON.stringify(seen)).not.toContain('olga');
  });

  test('leaves what was not shown unread', async () => {
    const marie = askerOf(api, await bearerOf('marie'));
    const { number: older } = dataOf(await marie.ask());
    const { number: newer } = dataOf(await marie.ask());
    clock.advance(1);
    await answer(older, 'First.');
    await answer(newer, 'Second.');
    const [first] = await marie.see();
    await marie.read([first!.id]);
    expect(await marie.see()).toMatchObject([
      { number: newer, is_unread: false },
      { number: older, is_unread: true },
    ]);
  });

  test.each<[string, unknown]>([
    ['ids', {}],
    ['ids', { ids: 1 }],
    ['ids.0', { ids: ['1'] }],
    ['ids', { ids: Array.from({ length: 51 }, () => 1) }],
    ['until', { ids: [1], until: 'yesterday' }],
    ['until', { ids: [1], until: '0000-01-01T00:00:00Z' }],
    ['all', { ids: [1], all: true }],
  ])('is not read by a call with wrong %s: %j', async (field, wish) => {
    const answered = await api.call(readSupport, wish as never, { bearer: await bearerOf('ivan') });
    expect(answered).toMatchObject({ error: { status: 422, fields: { [field]: [expect.any(String)] } } });
  });

  test('is not read by ids that are none', async () => {
    const ivan = askerOf(api, await bearerOf('ivan'));
    expect(refusalOf(await ivan.read([0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER]))).toBe('done');
  });
});
