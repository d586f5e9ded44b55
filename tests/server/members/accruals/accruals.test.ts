import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postAccruals } from '#contracts/accruals.ts';
import { listHistory } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { listAudit } from '#server/audit/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { createApp } from '#server/http/calls/app.ts';
import { connect } from '#server/db/connect.ts';
import { accrualBatches, auditLog, ledgerTransfers } from '#server/db/schema/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { withdraw } from '../../ledger/busy-ledger.ts';

const KEY = 'the key of the operator’s own program'.replace('’', '-').replaceAll(' ', '-');
const opened = await createTestServices();
const services = { ...opened.services, config: { ...opened.services.config, operatorKeys: [KEY] as [string] } };
const api = apiOf(createApp(services));
const folder = await mkdtemp(join(tmpdir(), 'atrium-accruals-'));
afterwards(() => rm(folder, { recursive: true }));

const MANY = everyday(3_000, 20_000);
const HEADER = 'username,amount,reason,source,document';
const order = (...argv: string[]) => runCommand(services, argv, 'olga');

async function file(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function importLines(name: string, lines: string[], ...more: string[]) {
  const path = await file(`${name}.csv`, [HEADER, ...lines, ''].join('\n'));
  return order('accruals', 'import', path, '--why', 'monthly', ...more);
}

async function balance(username: string): Promise<bigint> {
  const member = await findByLogin(services.db, username);
  return (await readBalance(services.db, member?.id ?? 0)).availableMicros;
}

async function traces(): Promise<{ transfers: number; logged: number; batches: number }> {
  const [transfers, logged, batches] = await Promise.all([
    services.db.$count(ledgerTransfers),
    services.db.$count(auditLog),
    services.db.$count(accrualBatches),
  ]);
  return { transfers, logged, batches };
}

describe('accruals import', () => {
  test('gives everybody what their lines say, with where it comes from, and keeps who did it', async () => {
    const [anna, ivan] = [await balance('anna'), await balance('ivan')];
    const done = await importLines('march', [
      'anna,10.50,earnings,ivan,A-1',
      'Ivan,0.000001,earnings,,A-2',
      'anna,1,bonus,,A-3',
    ]);
    expect(done).toMatchObject({ data: { batch: 'march', state: 'posted', lines: 3, total: '11.500001' } });
    expect([await balance('anna'), await balance('ivan')]).toEqual([anna + 11_500_000n, ivan + 1n]);
    const [first] = await services.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, 'accrual:march:1'));
    const source = (await findByLogin(services.db, 'ivan'))?.id;
    expect(first?.details).toEqual({
      reason: 'earnings',
      document: 'A-1',
      source: `${source}`,
      batch: 'march',
      line: '1',
    });
    expect((await auditLogOf(services))[0]).toMatchObject({
      ...{ actor: 'operator:olga', action: 'accruals import', subject: 'batch:march', reason: 'monthly' },
      after: { lines: 3, total: '11.500001', outcome: expect.stringContaining('11.500001 USDT') },
    });
  });

  test('has its effect once, however often it is sent', async () => {
    const marie = await balance('marie');
    await importLines('april', ['marie,5,earnings,,B-1']);
    const before = await traces();
    const again = await importLines('april', ['marie,5.00,earnings,,B-1']);
    expect(again).toMatchObject({
      words: expect.stringContaining('was posted before'),
      data: { state: 'posted_before' },
    });
    expect(await traces()).toEqual(before);
    expect(await balance('marie')).toBe(marie + 5_000_000n);
  });

  test('knows a batch again though a member of it was blocked since', async () => {
    await importLines('leaving', ['jonas,5,earnings,,B-1']);
    await order('members', 'block', 'jonas', '--why', 'left');
    expect(await importLines('leaving', ['jonas,5,earnings,,B-1'])).toMatchObject({ data: { state: 'posted_before' } });
    expect(await importLines('leaving-2', ['jonas,5,earnings,,B-1'])).toEqual({
      refused: 'Nothing was posted.\nLine 2, username: This member is blocked.',
    });
    await order('members', 'unblock', 'jonas', '--why', 'came back');
  });

  test.each([
    ['another amount', ['marie,6,earnings,,B-5']],
    ['another member', ['ivan,5,earnings,,B-5']],
    ['another source', ['marie,5,earnings,ivan,B-5']],
    ['another document', ['marie,5,earnings,,B-6']],
    ['one more line', ['marie,5,earnings,,B-5', 'marie,5,earnings,,B-5']],
    ['a line that is wrong', ['nobody,5,earnings,,B-5']],
  ])('is refused under a name that is taken, with %s', async (_, lines) => {
    await importLines('may', ['marie,5,earnings,,B-5']);
    const before = await traces();
    expect(await importLines('may', lines)).toEqual({
      refused: expect.stringContaining('with other contents'),
    });
    expect(await traces()).toEqual(before);
  });

  test('only looks with --dry-run, for which nobody has to say why', async () => {
    const before = await traces();
    const path = await file('dry.csv', `${HEADER}\nanna,10,earnings,,C-1`);
    const looked = await order('accruals', 'import', path, '--dry-run');
    expect(looked).toMatchObject({ data: { state: 'checked', lines: 1, total: '10.00' } });
    expect(await traces()).toEqual(before);
    expect(await importLines('dry', ['anna,-1,earnings,,C-1'], '--dry-run')).toHaveProperty('refused');
  });

  test('is refused whole when lines are wrong, and says which lines of the file', async () => {
    const before = await traces();
    const refused = await importLines('wrong', [
      'anna,1,earnings,,"two',
      'lines"',
      'anna,0,earnings,,D-2',
      'nobody,1,earnings,,D-3',
      'anna,1,because,,D-4',
      'anna,1,earnings,nobody,D-5',
      'anna,1,earnings,,',
      ',1e3,earnings,, ',
    ]);
    expect(refused).toEqual({
      refused: [
        'Nothing was posted.',
        'Line 2, document: This value isn’t valid. Check it and try again.',
        'Line 4, amount: Enter an amount above zero with up to six decimals, such as 150.50.',
        'Line 5, username: No member has this username.',
        'Line 6, reason: Unknown reason. Use earnings, bonus, refund, adjustment or one that “labels” names.',
        'Line 7, source: No member has this username.',
        'Line 8, document: Fill in this field.',
        'Line 9, username: Fill in this field.',
        'Line 9, amount: Enter an amount above zero with up to six decimals, such as 150.50.',
        'Line 9, document: Fill in this field.',
      ].join('\n'),
    });
    expect(await traces()).toEqual(before);
  });

  test.each([
    '-10',
    '0',
    '0.0000001',
    '1e3',
    'NaN',
    '"1 000,50"',
    '"1,5"',
    '99999999999999999999',
    '+1',
    ' 1',
    '١',
    '',
  ])('takes %o for no amount', async (amount) => {
    expect(await importLines('amounts', [`anna,${amount},earnings,,E-1`])).toEqual({
      refused: expect.stringContaining('Line 2, amount: '),
    });
  });

  test('is refused when all together is more than there can be', async () => {
    const most = 'anna,1000000000000,earnings,,F-1';
    expect(await importLines('most', [most, most])).toEqual({
      refused: expect.stringContaining('Line 3, amount: The total'),
    });
  });

  test('reads quotes, line ends of Windows and a byte order mark', async () => {
    const text = `\uFEFF${HEADER}\r\n"anna","2",earnings,"","a ""b"", c"\r\n\r\n`;
    const path = await file('windows.csv', text);
    expect(await order('accruals', 'import', path, '--why', 'x')).toMatchObject({ data: { lines: 1, total: '2.00' } });
    const [posted] = await services.db
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.key, 'accrual:windows:1'));
    expect(posted?.details).toMatchObject({ document: 'a "b", c' });
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /no lines after the header/],
    ['headless', 'anna,1,earnings,,G-1', /by a comma \(,\), and the first line is “anna,1,earnings,,G-1”/],
    ['semicolons', `${HEADER.replaceAll(',', ';')}\nanna;1;service;;G-1`, /Line 2, reason: /],
    ['bodiless', `${HEADER}\n\n`, /no lines after the header/],
    ['short', `${HEADER}\nanna,1,earnings,G-1`, /Line 2 has 4 fields instead of 5/],
    ['unclosed', `${HEADER}\nanna,1,earnings,,"G-1\nanna,1,earnings,,G-2`, /Line 2: unexpected quote/],
    ['quote', `${HEADER}\nanna,1,earnings,,G"1`, /Line 2: unexpected quote/],
    ['latin1', Buffer.from(`${HEADER}\nanna,1,earnings,,é`, 'latin1'), /encoding of this file is unclear/],
    ['large', 'x'.repeat(10 * 1024 * 1024 + 1), /larger than 10 MB/],
    ['long', `${HEADER}\n${'anna,1,earnings,,G-1\n'.repeat(100_001)}`, /100001 lines/],
    ['nul', `${HEADER}\nanna\0,1,earnings,,G\0`, /Line 2, username: .*\nLine 2, document/s],
  ])('refuses a file that is %s', async (name, text, sentence) => {
    const path = await file(`${name}.csv`, text);
    expect(await order('accruals', 'import', path, '--why', 'x')).toEqual({ refused: expect.stringMatching(sentence) });
  });

  test('refuses a file that is not there and a name that is none', async () => {
    expect(await order('accruals', 'import', '/nowhere.csv', '--why', 'x')).toEqual({
      refused: expect.stringContaining('ENOENT'),
    });
    expect(await importLines('fine', ['anna,1,earnings,,H'], '--batch', 'a:1')).toEqual({
      refused: expect.stringContaining('can’t be a batch’s name'),
    });
  });

  test(`posts ${MANY} lines, and all of them are right`, { timeout: 120_000 }, async () => {
    const patient = { ...services, ...connect(opened.databaseUrl, 2, { statement: 60_000 }) };
    const people = ['anna', 'ivan', 'priya', 'jonas', 'marie', 'root'];
    const lines = Array.from({ length: MANY }, (_, index) => `${people[index % 6]},0.01,earnings,,I-${index}`);
    const before = await balance('marie');
    const path = await file('many.csv', [HEADER, ...lines].join('\n'));
    const done = await runCommand(patient, ['accruals', 'import', path, '--why', 'x'], 'olga').finally(patient.close);
    expect(done).toMatchObject({ data: { lines: MANY, total: `${MANY / 100}.00` } });
    expect(await balance('marie')).toBe(before + 10_000n * BigInt(Math.floor((MANY + 1) / 6)));
  });

  test('under another name is refused, unless it is meant, and again once it was reversed', async () => {
    const lines = ['marie,2,bonus,,R-1', 'marie,3,bonus,,R-2'];
    await importLines('spring', lines);
    const before = await traces();
    const refused = {
      refused: 'The batch “spring” has 2 of these lines. Nothing was posted now. Use --again to post them again.',
    };
    expect(await importLines('spring-2', lines)).toEqual(refused);
    expect(await importLines('spring-2', lines, '--dry-run')).toEqual(refused);
    expect(await importLines('spring-2', [...lines, 'marie,9,bonus,,R-3'])).toEqual(refused);
    expect(await traces()).toEqual(before);
    for (const other of ['marie,2.01,bonus,,R-1', 'marie,2,earnings,,R-1', 'anna,2,bonus,,R-1', 'marie,2,bonus,,R-9'])
      expect(await importLines('other', [other], '--dry-run')).toMatchObject({ data: { state: 'checked' } });
    expect(await importLines('spring-2', lines, '--again')).toMatchObject({ data: { state: 'posted' } });
    for (const batch of ['spring', 'spring-2']) await order('accruals', 'reverse', batch, '--why', 'wrong month');
    expect(await importLines('spring-3', lines)).toMatchObject({ data: { state: 'posted' } });
  });

  test('under two names at once is posted once', async () => {
    const before = await balance('priya');
    const lines = ['priya,3,bonus,,U-1', 'priya,4,bonus,,U-2'];
    const both = await Promise.all(['left', 'right'].map((name) => importLines(name, lines)));
    expect(both.filter((outcome) => 'words' in outcome)).toHaveLength(1);
    expect(await balance('priya')).toBe(before + 7_000_000n);
  });

  test('sent by ten at once has its effect once', async () => {
    const before = await balance('priya');
    const path = await file('rush.csv', `${HEADER}\npriya,3,earnings,,J-1\nivan,3,earnings,,J-2`);
    const other = { ...services, ...connect(opened.databaseUrl, 5) };
    const allServices = Array.from({ length: 10 }, (_, index) => (index % 2 ? services : other));
    const all = await Promise.all(
      allServices.map((one) => runCommand(one, ['accruals', 'import', path, '--why', 'x'], 'olga')),
    ).finally(other.close);
    const states = all.map((outcome) => ('words' in outcome ? (outcome.data as { state: string }).state : outcome));
    expect(states.toSorted()).toEqual(['posted', ...Array.from({ length: 9 }, () => 'posted_before')]);
    expect(await balance('priya')).toBe(before + 3_000_000n);
  });
});

describe('a batch that names its reasons', () => {
  const LABELS = { spring_camp: { ru: 'Весенний лагерь', en: 'Spring camp' } };
  const titles = async (language: Language) => {
    const { access } = await api.signIn('priya');
    const { items } = dataOf(await api.call(listHistory, { limit: '2' }, { bearer: access, language }));
    return items.map(({ title }) => title);
  };
  const withLabels = async (name: string, labels: unknown, line = `priya,3,spring_camp,,S-${name}`) =>
    importLines(name, [line], '--labels', await file(`${name}.json`, JSON.stringify(labels)));

  test('says it in the history, in the reader’s language or in Russian', async () => {
    await importLines('plain', ['priya,2,bonus,,S-0']);
    expect(await withLabels('camp', LABELS)).toMatchObject({ data: { state: 'posted' } });
    expect(await titles('en')).toEqual(['Spring camp', 'Bonus']);
    expect(await titles('de')).toEqual(['Весенний лагерь', 'Bonus']);
  });

  test('may be sent again, with its names in any order, and not with others', async () => {
    const labels = { ...LABELS, autumn: { ru: 'Осень' } };
    await withLabels('again', labels);
    const turned = { autumn: labels.autumn, spring_camp: { en: 'Spring camp', ru: 'Весенний лагерь' } };
    expect(await withLabels('again', turned)).toMatchObject({ data: { state: 'posted_before' } });
    const other = { ...labels, autumn: { ru: 'Зима' } };
    expect(await withLabels('again', other)).toEqual({ refused: expect.stringContaining('with other contents') });
    expect(await importLines('again', ['priya,3,spring_camp,,S-again'])).toHaveProperty('refused');
  });

  test('names them for itself alone', async () => {
    await withLabels('own', LABELS);
    expect(await importLines('next', ['priya,3,spring_camp,,S-1'])).toEqual({
      refused: expect.stringContaining('Line 2, reason: Unknown reason.'),
    });
  });

  test.each<[string, unknown, string]>([
    ['without Russian', { camp: { en: 'Camp' } }, 'camp.ru'],
    ['with an empty one', { camp: { ru: ' ' } }, 'camp.ru'],
    ['too long', { camp: { ru: 'л'.repeat(41) } }, 'camp.ru'],
    ['with a line end', { camp: { ru: 'a\nb' } }, 'camp.ru'],
    ['in a language we do not speak', { camp: { ru: 'Лагерь', it: 'Campo' } }, 'camp'],
    ['under a name that is none', { 'Spring Camp': { ru: 'Лагерь' } }, 'Spring Camp'],
    ['as a list', ['camp'], 'it is not'],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`r${index}`, { ru: 'x' }])), 'it is not'],
  ])('is refused %s', async (_, labels, place) => {
    const before = await traces();
    expect(await withLabels('wrong-labels', labels)).toEqual({ refused: expect.stringContaining(`wrong: ${place}`) });
    expect(await traces()).toEqual(before);
  });

  test('is refused with a file that is no JSON or is not there', async () => {
    const path = await file('no.json', '{');
    expect(await importLines('no', ['priya,1,bonus,,S-1'], '--labels', path)).toEqual({
      refused: expect.stringContaining('The labels in'),
    });
    expect(await importLines('no', ['priya,1,bonus,,S-1'], '--labels', '/nowhere.json')).toEqual({
      refused: expect.stringContaining('ENOENT'),
    });
  });
});

describe('accruals reverse', () => {
  test('takes a batch back, once', async () => {
    const before = await balance('anna');
    await importLines('mistake', ['anna,7,earnings,,K-1', 'marie,8,earnings,,K-2']);
    expect(await order('accruals', 'reverse', 'mistake', '--why', 'wrong month')).toMatchObject({
      data: { lines: 2, total: '15.00' },
    });
    expect(await balance('anna')).toBe(before);
    const after = await traces();
    expect(await order('accruals', 'reverse', 'mistake', '--why', 'wrong month')).toEqual({
      refused: expect.stringContaining('Line 1 of the batch “mistake” was reversed before'),
    });
    expect(await order('accruals', 'reverse', 'mistake', '--line', '2', '--why', 'x')).toHaveProperty('refused');
    expect(await traces()).toEqual(after);
  });

  test('takes one line back', async () => {
    await importLines('partly', ['marie,7,earnings,,L-1', 'marie,8,earnings,,L-2']);
    const before = await balance('marie');
    expect(await order('accruals', 'reverse', 'partly', '--line', '2', '--why', 'x')).toMatchObject({
      data: { lines: 1 },
    });
    expect(await balance('marie')).toBe(before - 8_000_000n);
    expect(await order('accruals', 'reverse', 'partly', '--why', 'x')).toEqual({
      refused: expect.stringContaining('Line 2'),
    });
  });

  test('is refused whole when somebody has spent it', async () => {
    const who = 'priya';
    await importLines('spent', ['marie,1,earnings,,M-1', `${who},500,earnings,,M-2`]);
    await withdraw(services, who, 490n);
    const before = await traces();
    expect(await order('accruals', 'reverse', 'spent', '--why', 'x')).toEqual({
      refused: 'priya has spent the money of line 2. Nothing was reversed.',
    });
    expect(await traces()).toEqual(before);
  });

  test('by two at once happens once', async () => {
    await importLines('both', ['marie,1,earnings,,N-1']);
    const before = await balance('marie');
    const both = await Promise.all([1, 2].map(() => order('accruals', 'reverse', 'both', '--why', 'x')));
    expect(both.filter((outcome) => 'words' in outcome)).toHaveLength(1);
    expect(await balance('marie')).toBe(before - 1_000_000n);
  });

  test.each([
    [['nothing'], /no batch “nothing”/],
    [['three', '--line', '0'], /is not a line/],
    [['three', '--line', 'x'], /is not a line/],
    [['three', '--line', '4'], /has 3 lines/],
  ])('%j is refused', async (words, sentence) => {
    await importLines('three', ['anna,10.50,earnings,ivan,T-1', 'Ivan,0.000001,earnings,,T-2', 'anna,1,bonus,,T-3']);
    expect(await order('accruals', 'reverse', ...words, '--why', 'x')).toEqual({
      refused: expect.stringMatching(sentence),
    });
  });
});

describe('a program with the operator’s key', () => {
  const line = { username: 'anna', amount: '4', reason: 'earnings', document: 'P-1' };
  const post = (batch: string, lines: object[], more: object = {}, bearer = KEY) =>
    api.call(postAccruals, { batch, lines, ...more } as never, { bearer });

  test('posts a batch, once, and is kept in the log', async () => {
    const before = await balance('anna');
    expect(await post('call-1', [line])).toMatchObject({ data: { state: 'posted', lines: 1, total: '4.00' } });
    expect(await post('call-1', [line])).toMatchObject({ data: { state: 'posted_before' } });
    expect(await post('call-1', [line, line])).toMatchObject({ error: { status: 409, code: 'batch_reused' } });
    expect(await balance('anna')).toBe(before + 4_000_000n);
    const { rows } = await listAudit(services.db, { subject: 'batch:call-1', limit: 10 });
    expect(rows).toMatchObject([
      { actor: 'operator:program', action: 'accruals import', after: { lines: 1, total: '4.00' } },
    ]);
  });

  test('may name its reasons', async () => {
    const labels = { camp: { ru: 'Лагерь', hindi: 'कैंप' } };
    expect(await post('call-labels', [{ ...line, reason: 'camp' }], { labels })).toMatchObject({
      data: { state: 'posted' },
    });
    expect(await post('call-unnamed', [{ ...line, reason: 'camp' }])).toMatchObject({
      error: { fields: { 'lines.0.reason': [expect.stringContaining('Unknown reason')] } },
    });
  });

  test('can look first', async () => {
    const other = { ...line, document: 'P-2' };
    expect(await post('call-2', [other], { dry_run: true })).toMatchObject({ data: { state: 'checked' } });
    expect(await post('call-2', [other])).toMatchObject({ data: { state: 'posted' } });
  });

  test('posts what another batch has only when it says so', async () => {
    const both = [
      { ...line, document: 'P-3' },
      { ...line, document: 'P-4' },
    ];
    await post('call-5', both);
    const before = await balance('anna');
    for (const more of [{}, { dry_run: true }, { again: false }]) {
      expect(await post('call-6', both, more)).toMatchObject({
        error: { status: 409, code: 'accrual_repeated', detail: expect.stringContaining('“call-5” has 2') },
      });
    }
    expect(await balance('anna')).toBe(before);
    expect(await post('call-6', both, { again: true })).toMatchObject({ data: { state: 'posted' } });
    expect(await balance('anna')).toBe(before + 8_000_000n);
  });

  test('posts a line twice only when it says so', async () => {
    const twice = [line, line].map((one) => ({ ...one, document: 'P-5' }));
    const before = await balance('anna');
    for (const more of [{}, { dry_run: true }]) {
      expect(await post('call-7', twice, more)).toMatchObject({
        error: { status: 409, code: 'accrual_doubled', detail: expect.stringContaining('1') },
      });
    }
    expect(await balance('anna')).toBe(before);
    expect(await post('call-7', twice, { again: true })).toMatchObject({ data: { state: 'posted' } });
    expect(await balance('anna')).toBe(before + 8_000_000n);
  });

  test('is told which lines are wrong, in its language', async () => {
    const lines = [line, { ...line, amount: '0', source: 'nobody' }];
    const answer = await api.call(postAccruals, { batch: 'call-3', lines }, { bearer: KEY, language: 'de' });
    expect(answer).toMatchObject({
      error: { code: 'invalid', fields: { 'lines.1.source': ['Es gibt kein Mitglied mit diesem Benutzernamen.'] } },
    });
    expect(Object.keys(answer.success ? {} : (answer.error.fields ?? {}))).toEqual([
      'lines.1.amount',
      'lines.1.source',
    ]);
  });

  test.each<[string, unknown]>([
    ['batch', { batch: 'a b', lines: [line] }],
    ['batch', { batch: '', lines: [line] }],
    ['lines', { batch: 'c', lines: [] }],
    ['lines', { batch: 'c' }],
    ['lines', { batch: 'c', lines: Array.from({ length: 501 }, () => line) }],
    ['lines.0', { batch: 'c', lines: [null] }],
    ['lines.0.amount', { batch: 'c', lines: [{ ...line, amount: 4 }] }],
    ['lines.0.kind', { batch: 'c', lines: [{ ...line, kind: 'gift' }] }],
    ['dry_run', { batch: 'c', lines: [line], dry_run: 'yes' }],
    ['labels.camp.ru', { batch: 'c', lines: [line], labels: { camp: {} } }],
    ['total', { batch: 'c', lines: [line], total: '4' }],
  ])('%s is faulted in %j', async (field, input) => {
    const answer = await api.call(postAccruals, input as never, { bearer: KEY });
    expect(answer).toMatchObject({ error: { status: 422, fields: { [field]: [expect.any(String)] } } });
  });

  test('with another key, a member’s session or none is sent away', async () => {
    const { access } = await api.signIn('anna');
    for (const bearer of ['wrong', access, '']) {
      expect(await post('call-4', [line], {}, bearer)).toMatchObject({ error: { status: 401 } });
    }
    const keyless = apiOf(createApp(opened.services));
    expect(await keyless.call(postAccruals, { batch: 'call-4', lines: [line] }, { bearer: KEY })).toMatchObject({
      error: { status: 404 },
    });
  });
});

test('after all of it the ledger is right', { timeout: 60_000 }, async () => {
  expect((await verifyLedger(services)).findings).toEqual([]);
});
