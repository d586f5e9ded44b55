import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mails, supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { type Asker, askerOf } from '../../../support/people/asker.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { services, app, clock } = await createTestServices();
const api = apiOf(app);
const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const log = () => auditLogOf(services);
const asker = async (username: string) => askerOf(api, (await api.signIn(username)).access);
const anna = await asker('anna');
const ivan = await asker('ivan');
const ask = async (who: Asker, message: string) => dataOf(await who.ask({ message })).number;

const [first, second, third] = [await ask(anna, 'one'), await ask(ivan, 'two'), await ask(anna, 'three')];

/** All rows that a command could change. */
const everything = async () => [
  await services.db.select().from(supportRequests).orderBy(supportRequests.id),
  await services.db.select().from(supportAnswers),
  await services.db.select().from(mails),
  await log(),
];

describe('support list', () => {
  test('says who asks what, oldest first, a page at a time', async () => {
    const page = await order('support', 'list', '--limit', '2');
    expect(page).toMatchObject({
      words: expect.stringMatching(
        new RegExp(`^${first} anna .*\n    one\n${second} ivan .*\n    two\nMore: --after \\w+$`),
      ),
      data: { items: [{ number: first, username: 'anna', message: 'one' }, { username: 'ivan' }] },
    });
    const { next } = (page as { data: { next: string } }).data;
    const rest = await order('support', 'list', '--after', next);
    expect(rest).toMatchObject({ data: { items: [{ number: third }], next: null } });
    expect(await order('support', 'list', '--state', 'closed')).toMatchObject({ words: 'No such requests.' });
  });

  test('keeps a member’s words from steering the terminal', async () => {
    await ask(ivan, 'a\u001B[2Jb\u202Ec\rd\u009Be\nf');
    const { words } = (await order('support', 'list')) as { words: string };
    expect(words).toContain('    a�[2Jb�c�d�e\n    f');
  });

  test.each([
    [['--state', 'lost'], /no state “lost”/],
    [['--after', 'x'], /“x” is not a cursor/],
  ])('%j is refused', async (options, sentence) => {
    expect(await order('support', 'list', ...options)).toEqual({ refused: expect.stringMatching(sentence) });
  });
});

describe('support answer', () => {
  test('reaches the member on their page and queues an e-mail, and is logged', async () => {
    clock.advance(60);
    const done = await order('support', 'answer', first, '--text', ' Soon.\n', '--why', 'asked', '--by', 'pavel');
    expect(done).toMatchObject({
      words: `The request ${first} of anna was open and is now answered.`,
      data: { number: first, username: 'anna', before: 'open', state: 'answered' },
    });
    const seen = (await anna.see()).find(({ number }) => number === first);
    expect(seen).toMatchObject({ state: 'answered', is_unread: true, answers: [{ text: 'Soon.' }] });
    expect((await log())[0]).toMatchObject({
      ...{ actor: 'operator:pavel', action: 'support answer', reason: 'asked' },
      ...{ subject: expect.stringMatching(/^support:S-\d{5}$/), after: { state: 'answered' } },
    });
    expect(await services.db.select().from(mails)).toMatchObject([{ kind: 'support-answered', sentAt: null }]);
  });

  test('comes from a file, and the number may be written short', async () => {
    const file = join(await temporaryFolder('support'), 'answer.txt');
    writeFileSync(file, 'Dear Ivan,\nsoon.\n');
    const short = String(Number(second.slice(2)));
    expect(await order('support', 'answer', short, '--file', file, '--why', 'asked')).toMatchObject({
      data: { number: second, state: 'answered' },
    });
    expect((await ivan.see()).at(-1)?.answers).toMatchObject([{ text: 'Dear Ivan,\nsoon.' }]);
  });
});

describe('support close', () => {
  test('ends a request for good, without an e-mail', async () => {
    const before = await services.db.select().from(mails);
    expect(await order('support', 'close', third, '--why', 'said twice')).toMatchObject({
      words: `The request ${third} of anna was open and is now closed.`,
    });
    expect((await anna.see())[0]).toMatchObject({ number: third, state: 'closed', is_unread: false });
    expect(await services.db.select().from(mails)).toEqual(before);
  });

  test('happens once when two do it at once, and nothing is answered after it', async () => {
    const number = await ask(anna, 'four');
    const close = () => order('support', 'close', number, '--why', 'said twice');
    const outcomes = await Promise.all([close(), close(), close()]);
    expect(outcomes.filter((outcome) => 'words' in outcome)).toHaveLength(1);
    const late = await order('support', 'answer', number, '--text', 'x', '--why', 'x');
    expect(late).toEqual({ refused: `The request ${number} is closed and can’t be answered any more.` });
  });
});

test.each([
  [['answer', first, '--text', 'x'], /Give a reason with --why/],
  [['answer', first, '--why', 'x'], /--text or --file/],
  [['answer', first, '--text', 'x', '--file', 'y', '--why', 'x'], /--text or --file/],
  [['answer', first, '--text', ' ', '--why', 'x'], /empty/],
  [['answer', first, '--text', 'x'.repeat(4001), '--why', 'x'], /at most 4000/],
  [['answer', first, '--file', '/nowhere', '--why', 'x'], /can’t be read \(ENOENT\)/],
  [['answer', 'S-99999', '--text', 'x', '--why', 'x'], /no request “S-99999”/],
  [['answer', "1' or 1=1", '--text', 'x', '--why', 'x'], /no request/],
  [['answer', third, '--text', 'x', '--why', 'x'], /is closed and can’t be answered/],
  [['close', third, '--why', 'x'], /is closed and can’t be closed/],
  [['close', '--why', 'x'], /no request/],
])('support %j is refused and leaves no trace', async (argv, sentence) => {
  const before = await everything();
  expect(await order('support', ...argv)).toEqual({ refused: expect.stringMatching(sentence) });
  expect(await everything()).toEqual(before);
});
