import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getAccrualTemplate, listDraftFaults, uploadAccruals } from '#contracts/console/accruals.ts';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { csvWriter, openCsv } from '#server/base/csv/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';

const opened = await createTestServices();
const { services, app } = opened;
const api = apiOf(app);
const fiona = await (await openConsole(opened)).signIn('fiona');
const folder = mkdtempSync(join(tmpdir(), 'atrium-csv-'));
afterwards(() => rmSync(folder, { recursive: true }));

const fileOf = (bytes: Buffer | string) => {
  const file = join(folder, 'file.csv');
  writeFileSync(file, bytes);
  return file;
};

/** Includes code pages that Node can't write. */
function encode(text: string, encoding: string): Buffer {
  switch (encoding) {
    case 'UTF-8 with a mark':
      return Buffer.from(`\uFEFF${text}`);
    case 'UTF-16 LE':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'UTF-16 BE':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
    case 'UTF-16 LE without a mark':
      return Buffer.from(text, 'utf16le');
    case 'Windows-1251':
      return Buffer.from([...text].map((sign) => byte1251(sign.charCodeAt(0))));
    case 'Windows-1252':
      return Buffer.from([...text].map((sign) => (sign === '’' ? 0x92 : sign.charCodeAt(0))));
    default:
      return Buffer.from(text);
  }
}
const YO = new Map([
  [0x401, 0xa8],
  [0x451, 0xb8],
]);
const byte1251 = (code: number) => (code < 128 ? code : (YO.get(code) ?? code - 0x350));

const ENCODINGS = [
  ...['UTF-8', 'UTF-8 with a mark', 'UTF-16 LE', 'UTF-16 BE', 'UTF-16 LE without a mark'],
  ...['Windows-1251', 'Windows-1252'],
];
const SEPARATORS = [',', ';', '\t'];
const LINE_ENDS = ['\n', '\r\n', '\r'];
const nameIn = (encoding: string) => (encoding === 'Windows-1252' ? 'Zoë d’Été' : 'Семён Ёлкин');

type Variant = { encoding: string; separator: string; end: string; isSaid: boolean };
const variants = ENCODINGS.flatMap((encoding) =>
  SEPARATORS.flatMap((separator) =>
    LINE_ENDS.flatMap((end) => [false, true].map((isSaid): Variant => ({ encoding, separator, end, isSaid }))),
  ),
);

/** A table as a spreadsheet saves it: with blank lines, empty last columns, capitals and spaces in its head. */
function tableOf(rows: string[][], { encoding, separator, end, isSaid }: Variant): Buffer {
  const [head = [], ...lines] = rows;
  const cells = [
    head.map((name) => ` ${name.toUpperCase()} `),
    [],
    ...lines.flatMap((line) => [line, line.map(() => '')]),
  ];
  const text = cells.map((line) => [...line, ''].join(separator)).join(end);
  return encode(`${isSaid ? `sep=${separator}${end}` : ''}${text}${end}${end}`, encoding);
}

test('a file of earnings is read however a spreadsheet saves it', async () => {
  for (const variant of variants) {
    const amounts = variant.separator === ',' ? ['10.50', '0.000001'] : ['10,50', '0,000001'];
    const document = nameIn(variant.encoding);
    const rows = [
      ['document', 'username', 'amount', 'reason', 'source'],
      [document, 'anna', amounts[0]!, 'earnings', 'ivan'],
      [document, 'nobody', amounts[1]!, 'earnings', ''],
    ];
    const file = new File([new Uint8Array(tableOf(rows, variant))], 'x.csv');
    const input = { file, batch: 'table', labels: '' };
    const { draft, problem } = dataOf(await fiona.call(uploadAccruals, input));
    const said = JSON.stringify(variant);
    expect(problem, said).toBeNull();
    expect(draft, said).toMatchObject({ lines: 2, total: '10.500001', faults: 1 });
    const faults = dataOf(await fiona.call(listDraftFaults, { id: draft!.id }));
    expect(faults.items, said).toMatchObject([{ field: 'username', written: 'nobody', line: variant.isSaid ? 6 : 5 }]);
  }
}, 30_000);

test('so is a file of members', async () => {
  for (const variant of variants.filter(({ isSaid, end }) => isSaid === (end === '\r'))) {
    const rows = [
      ['email', 'username', 'name', 'status', 'inviter', 'registered_at'],
      ['kim@demo.example', 'kim', nameIn(variant.encoding), '', 'anna', '2020-01-31'],
    ];
    const file = fileOf(tableOf(rows, variant));
    const done = await runCommand(services, ['members', 'import', file, '--dry-run', '--why', 'x'], 'olga');
    expect(done, JSON.stringify(variant)).toMatchObject({ data: { added: 1 } });
  }
}, 30_000);

test('letters are those that were typed', async () => {
  for (const encoding of ENCODINGS) {
    const bytes = encode(`name\n${nameIn(encoding)}\n`, encoding);
    const { rows } = await openCsv(() => piecesOf(bytes), { required: ['name'] });
    const read = [];
    for await (const { cells } of rows) read.push(cells.name);
    expect(read, encoding).toEqual([nameIn(encoding)]);
  }
});

/** Three bytes at a time, so that characters and lines are split. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
}

describe('what could be read in two ways is refused', () => {
  const importing = async (bytes: Buffer | string) => {
    const done = await runCommand(services, ['accruals', 'import', fileOf(bytes), '--dry-run', '--why', 'x'], 'olga');
    return done as { refused?: string; data?: unknown };
  };
  const HEAD = 'username;amount;reason;source;document';

  test.each([
    ['Polish letters', [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a]],
    ['KOI8-R', [0xe9, 0xd7, 0xc1, 0xce]],
    ['the code page of DOS', [0x88, 0xa2, 0xa0, 0xad]],
    ['two code pages', [0xc8, 0xe2, 0xe0, 0xed, 0x20, 0x4d, 0xfc, 0x6c]],
    ['one letter', [0xe9]],
  ])('%s', async (_, letters) => {
    const bytes = Buffer.concat([Buffer.from(`${HEAD}\nanna;1;earnings;;`), Buffer.from(letters), Buffer.from('\n')]);
    expect((await importing(bytes)).refused).toMatch(/encoding of this file is unclear/);
  });

  const total = async (separator: string, ...amounts: string[]) => {
    const lines = amounts.map((amount) => ['anna', amount, 'earnings', '', 'A-1'].join(separator));
    const done = await importing([HEAD.replaceAll(';', separator), ...lines].join('\n'));
    return done.refused ?? (done.data as { total: string }).total;
  };

  test('amounts', async () => {
    expect(await total(';', '1,250')).toMatch(/^Line 2: “1,250” is ambiguous/);
    expect(await total('\t', '12', '1.250')).toMatch(/^Line 3: “1.250” is ambiguous/);
    expect(await total(';', '12,50', '12.50', '1.250')).toMatch(/^Line 4: “1.250” is ambiguous/);
  });

  test('but not those that the others of the file explain', async () => {
    expect(await total(';', '1,250', '0,5')).toBe('1.75');
    expect(await total(';', '1.250', '0,5')).toBe('1250.50');
    expect(await total('\t', '1,250', '0.5')).toBe('1250.50');
    expect(await total(';', '1 250,75', '1.250.000,25')).toBe('1251251.00');
    expect(await total('\t', "1'250.75", '1,250,000.25')).toBe('1251251.00');
    expect(await total(';', '12', '1250')).toBe('1262.00');
    expect(await total(',', '1.250')).toBe('1.25');
    expect(await total(';', '-5', '1e3', '12,')).toMatch(
      /Line 2, amount: .*\n.*Line 3, amount: .*\n.*Line 4, amount: /,
    );
  });
});

test('a workbook is told as what it is, for earnings and members', async () => {
  for (const bytes of [Buffer.from('504b030414000600', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]) {
    const input = { file: new File([bytes], 'november.xlsx'), batch: 'book', labels: '' };
    const { problem } = dataOf(await fiona.call(uploadAccruals, input));
    expect(problem).toEqual({ code: 'workbook', sentence: expect.stringContaining('CSV UTF-8') });
    const imported = await runCommand(services, ['members', 'import', fileOf(bytes), '--dry-run'], 'olga');
    expect(imported).toEqual({ refused: expect.stringContaining('CSV UTF-8') });
  }
});

test('a header that is another is told with its separator and with the columns wanted, in the reader’s language', async () => {
  const upload = async (text: string, language?: Language) => {
    const input = { file: new File([text], 'x.csv'), batch: 'odd', labels: '' };
    const asked = { bearer: fiona.token, ...(language && { language }) };
    const { problem } = dataOf(await api.call(uploadAccruals, input, asked));
    return problem?.sentence;
  };
  expect(await upload('user;amount;reason\nanna;1;earnings\n')).toBe(
    'Columns are separated by a semicolon (;), and the first line is “user;amount;reason”. It must name username, amount, reason, source, document, each once, in any order.',
  );
  expect(await upload('user\tamount\n', 'ru')).toMatch(/^Столбцы разделены табуляцией, первая строка: «user\tamount»/);
  const members = await runCommand(services, ['members', 'import', fileOf('username;mail\n'), '--why', 'x'], 'olga');
  expect(members).toEqual({
    refused:
      'Nothing was imported. Columns are separated by a semicolon (;), and the first line is “username;mail”. It must name username, email, name, inviter, registered_at, status, each once, in any order. It may also name language, state.',
  });
});

describe.each(LANGUAGES)('in $name', ({ segment: language, tag }) => {
  test('what is written is read again, to the last decimal', async () => {
    const csv = csvWriter(language);
    const amounts = ['1250.50', '0.000001', '5.125', '1000000.00'];
    const rows = amounts.map((amount) => csv.line(['anna', { amount }, 'earnings', '', 'A; "1", Ёж']));
    const file = fileOf(csv.start + csv.line(['username', 'amount', 'reason', 'source', 'document']) + rows.join(''));
    const done = await runCommand(services, ['accruals', 'import', file, '--dry-run', '--why', 'x'], 'olga');
    expect(done).toMatchObject({ data: { lines: 4, total: '1001255.625001' } });
  });

  test('templates have the columns and are refused for their example alone', async () => {
    for (const area of ['accruals', 'members']) {
      const file = join(folder, `${area}-${language}.csv`);
      const written = await runCommand(services, [area, 'template', file, '--language', language], 'olga');
      expect(written).toMatchObject({ data: { file } });
      expect(await runCommand(services, [area, 'template', file], 'olga')).toMatchObject({
        refused: expect.stringContaining('EEXIST'),
      });
      const { refused } = (await runCommand(services, [area, 'import', file, '--why', 'x'], 'olga')) as {
        refused: string;
      };
      expect(refused).toMatch(/^Nothing was (posted|imported)/);
      expect(refused.match(/^Line \d+/gm)?.every((line) => line === 'Line 2')).toBe(true);
      expect(refused).toMatch(/^Line 2, username: /m);
      expect(refused).not.toMatch(/, (amount|reason|document|status|registered_at|language|state): /);
    }
    const headers = { authorization: `Bearer ${fiona.token}`, 'accept-language': tag };
    const { text } = await rawCall(app, getAccrualTemplate.path, { headers });
    expect(text.replace(/^\uFEFF?/, '\uFEFF')).toBe(readFileSync(join(folder, `accruals-${language}.csv`), 'utf8'));
  });
});
