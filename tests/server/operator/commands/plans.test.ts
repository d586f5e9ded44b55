import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { getBoard } from '#contracts/places.ts';
import { PLATFORMS } from '#domain/places.ts';
import { readPlansFile } from '#server/members/places/index.ts';
import { members, planChanges, plans } from '#server/db/schema/index.ts';
import { payFor, requestPlaces } from '#server/operator/seed/places.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { dataOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { openMarket } from '../../../support/people/buy.ts';

type Plan = Record<string, unknown> & { id: string };

const market = await openMarket();
const { services, api, bearerOf, buy, clock } = market;
const demo: { plans: Plan[] } = JSON.parse(
  readFileSync(new URL('../../../../src/server/operator/seed/plans.json', import.meta.url), 'utf8'),
);
const folder = mkdtempSync(join(tmpdir(), 'atrium-plans-'));
const file = join(folder, 'plans.json');
afterwards(() => rmSync(folder, { recursive: true }));

const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const apply = (...argv: string[]) => order('plans', 'apply', file, ...argv);
const everything = async () => ({
  plans: await services.db.select().from(plans).orderBy(plans.id),
  changes: await services.db.select().from(planChanges),
  log: await auditLogOf(services),
});

/** Writes the demo's file with these changes. */
function write(changes: Record<string, Record<string, unknown> | undefined>, more: unknown[] = []): void {
  const changed = demo.plans.flatMap((plan) => {
    if (!(plan.id in changes)) return [plan];
    const change = changes[plan.id];
    return change ? [{ ...plan, ...change }] : [];
  });
  writeFileSync(file, JSON.stringify({ plans: [...changed, ...more] }));
}

beforeEach(() => write({}));

test('a file that says what is there already changes nothing, and leaves no trace', async () => {
  const before = await everything();
  write({ 'licenses-1': { price: '100.000000' } });
  expect(await apply('--why', 'again')).toMatchObject({
    words: 'The plans already match the file: 13 plans.',
    data: { added: [], changed: [], same: 13 },
    unchanged: true,
  });
  expect(await everything()).toEqual(before);
});

test('the example is a file that an empty installation takes whole, in the languages of the site', async () => {
  const written = join(folder, 'example.json');
  const twoLanguages = {
    ...services,
    config: { ...services.config, languages: { offered: ['en', 'de'], fallback: 'en' } },
  };
  for (const site of [services, twoLanguages as typeof services]) {
    rmSync(written, { force: true });
    expect(await runCommand(site, ['plans', 'template', written], 'olga')).toMatchObject({ data: { file: written } });
    const read = readPlansFile(readFileSync(written, 'utf8'), site.config.languages.fallback);
    if ('wrong' in read) throw new Error(JSON.stringify(read.wrong));
    expect(new Set(read.plans.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
    for (const { title, closing_text: closing, transition_text: transition } of read.plans) {
      for (const texts of [title, closing, transition]) {
        expect(Object.keys(texts ?? {}).toSorted()).toEqual(site.config.languages.offered.toSorted());
      }
    }
  }
  expect(await order('plans', 'template', written)).toEqual({ refused: expect.stringContaining('EEXIST') });
});

test('the schema has each field of a plan with its meaning, and requires the language of the site', async () => {
  const written = join(folder, 'plans.schema.json');
  expect(await order('plans', 'schema', written)).toMatchObject({ data: { file: written } });
  type Schema = { properties: Record<string, Schema & { description?: string }>; items: Schema; required: string[] };
  const { properties } = JSON.parse(readFileSync(written, 'utf8')) as Schema;
  const plan = properties['plans']!.items;
  const fields = Object.keys(demo.plans[0] ?? {}).toSorted();
  expect(Object.keys(plan.properties).toSorted()).toEqual(fields);
  expect(plan.required.toSorted()).toEqual(fields.filter((name) => !name.endsWith('_text')));
  expect(Object.values(plan.properties).filter(({ description }) => !description)).toEqual([]);
  expect(plan.properties['title']?.required).toEqual(['ru']);
  expect(plan.properties['price']).toMatchObject({ type: 'string', pattern: expect.stringContaining('^') });
  write({});
  expect(await apply('--dry-run')).toMatchObject({ data: { same: 13 } });
  writeFileSync(file, JSON.stringify({ $schema: 'plans.schema.json', ...demo }));
  expect(await apply('--dry-run')).toMatchObject({ data: { same: 13 } });
});

test('a change is told in words, tried first, and then seen by members', async () => {
  const before = await everything();
  const title = { ...(demo.plans[0]?.['title'] as object), en: 'Porch' };
  write({ 'licenses-1': { price: '110.5', title }, 'turbo-1': { expiry_days: null } });
  const words = [
    'licenses-1: title.en was “Portico” and is now “Porch”.',
    'licenses-1: price was “100.00” and is now “110.50”.',
    'turbo-1: expiry_days was 90 and is now nothing.',
    '11 plans are unchanged.',
  ].join('\n');
  expect(await apply('--dry-run')).toMatchObject({
    words: `${words}\nNothing was changed (dry run).`,
    unchanged: true,
  });
  expect(await everything()).toEqual(before);

  expect(await apply('--why', 'prices of winter')).toMatchObject({
    words,
    data: {
      changed: [
        {
          id: 'licenses-1',
          fields: expect.arrayContaining([{ name: 'price', before: '100.00', after: '110.50' }]),
        },
        { id: 'turbo-1' },
      ],
      same: 11,
    },
  });
  const { plans: cards } = dataOf(
    await api.call(getBoard, { platform: 'licenses' }, { bearer: await bearerOf('anna') }),
  );
  expect(cards[0]).toMatchObject({ price: '110.50' });
  const [entry] = await auditLogOf(services);
  expect(entry).toMatchObject({ actor: 'operator:olga', action: 'plans apply', reason: 'prices of winter' });
  const history = await services.db.select().from(planChanges).orderBy(desc(planChanges.id)).limit(2);
  expect(history).toMatchObject([
    { planId: 'turbo-1', operator: 'olga', reason: 'prices of winter', plan: { expiry_days: null } },
    { planId: 'licenses-1', plan: { price: '110.50', title: { en: 'Porch' } } },
  ]);
  write({});
  expect(await apply('--why', 'a mistake')).toMatchObject({ data: { same: 11 } });
});

test('a sentence comes and goes with the file, and a file of before has none', async () => {
  const plan = async () => {
    const board = await api.call(getBoard, { platform: 'turbo' }, { bearer: await bearerOf('anna'), language: 'fr' });
    return dataOf(board).plans[1];
  };
  write({ 'turbo-2': { closing_text: undefined, transition_text: { ru: 'Показатель плана.', fr: 'Un chiffre.' } } });
  const applied = await apply('--why', 'plain words');
  expect(applied).toMatchObject({ words: expect.stringContaining('closing_text.ru was') });
  expect(await plan()).toMatchObject({ closing: null, transition: { amount: '90.00', means: 'Un chiffre.' } });
  write({ 'turbo-2': { closing_text: { en: 'Only English' } } });
  expect(await apply('--why', 'x')).toEqual({ refused: expect.stringMatching(/turbo-2, closing_text\.ru/) });
  write({});
  expect(await apply('--why', 'as before')).toMatchObject({ data: { same: 12 } });
  expect(await plan()).toMatchObject({ closing: { amount: '240.00' } });
});

describe('a file is refused whole', () => {
  test('when it takes a plan away', async () => {
    write({ 'fast-money-2': undefined, 'licenses-1': { price: '1' } });
    await refused(/^Nothing was changed\.\nPlan fast-money-2 is missing from the file/);
  });

  test('when it changes the structures of places that are there', async () => {
    await buy('anna', 'turbo-1');
    write({ 'turbo-1': { width: 3 } });
    await refused(/Plan turbo-1 has places; its platform, width and levels can’t change/);
    write({ 'turbo-1': { levels: 4, price: '55' } });
    await refused(/Plan turbo-1 has places; its platform, width and levels can’t change/);
    write({ 'dreamx-1': { width: 3 } });
    expect(await apply('--dry-run')).toMatchObject({ unchanged: true });
  });

  test('when somebody sits down while it is looked at', async () => {
    const sat = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
    const buying = services.transaction(async (tx) => {
      const [row] = await requestPlaces(tx, [{ memberId: anna?.id ?? 0, planId: 'turbo-2', at: clock.now() }]);
      await payFor(tx, services, row);
      sat.resolve();
      await looked.promise;
    });
    await sat.promise;
    write({ 'turbo-2': { width: 3 } });
    const applying = apply('--why', 'wider');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await services.pool.query(waiting)).rowCount).toBe(1);
    looked.resolve();
    expect(await applying).toEqual({ refused: expect.stringMatching(/Plan turbo-2 has places/) });
    await buying;
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an amount with a sign', { price: '-5' }, /licenses-2, price: must be an amount such as 10 or 10\.50\./],
    ['a price of nothing', { price: '0.00' }, /licenses-2, price: is zero\./],
    ['a number for an amount', { price: 200 }, /licenses-2, price: /],
    [
      'a plan before it that is not before it',
      { previous: 'licenses-3' },
      /licenses-2, previous: must be an earlier plan/,
    ],
    ['a plan before it of another platform', { previous: 'turbo-1' }, /licenses-2, previous: must be an earlier plan/],
    ['itself before it', { previous: 'licenses-2' }, /licenses-2, previous: must be an earlier plan/],
    ['nothing known before it', { previous: 'licenses-99' }, /licenses-2, previous: must be an earlier plan/],
    ['a place in the order that is taken', { number: 1 }, /licenses-2, number: is a duplicate\./],
    ['a title without Russian', { title: { en: 'Atrium' } }, /licenses-2, title\.ru: /],
    ['a field that is none', { colour: 'red' }, /licenses-2: /],
    ['eleven seats', { width: 11 }, /licenses-2, width: /],
    [
      'a house to a licence',
      { property: demo.plans.at(-1)?.['property'] },
      /licenses-2, property: is required for Dream X/,
    ],
  ])('when it has %s', async (_, change, sentence) => {
    write({ 'licenses-2': change, 'licenses-1': { price: '1' } });
    await refused(sentence);
  });

  test('when a plan is there twice', async () => {
    write({}, [{ ...demo.plans[0], number: 9 }]);
    await refused(/^Nothing was changed\.\nlicenses-1, id: is a duplicate\.$/);
  });

  test('and its faults are told as far as anybody reads them', async () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...demo.plans[0],
        id: `more-${index}`,
        price: 'much',
        number: 10 + index,
      }));
    write({}, wrong(20));
    await refused(/^Nothing was changed\.(?:\nmore-\d+, price: must be an amount such as 10 or 10\.50\.){20}$/);
    write({}, wrong(23));
    await refused(/^Nothing was changed\.(?:\nmore-\d+, price: [^\n]+){20}\n… and 3 more\.$/);
  });

  test('when a plan has no id to be called by', async () => {
    write({}, [{ ...demo.plans[0], id: undefined, number: 9 }]);
    await refused(/\nplans\.13\.id: /);
  });

  test('when it is no JSON, or is not there', async () => {
    writeFileSync(file, '{ "plans": [');
    await refused(/Invalid JSON/);
    writeFileSync(file, '[]');
    await refused(/The file: /);
    expect(await order('plans', 'apply', '/nowhere/plans.json', '--why', 'x')).toEqual({
      refused: 'The file “/nowhere/plans.json” can’t be read (ENOENT).',
    });
  });

  test('when nobody says why', async () => {
    write({ 'licenses-1': { price: '1' } });
    const before = await everything();
    expect(await apply()).toEqual({ refused: expect.stringMatching(/Give a reason with --why: plans apply FILE/) });
    expect(await everything()).toEqual(before);
  });

  async function refused(sentence: RegExp): Promise<void> {
    const before = await everything();
    expect(await apply('--why', 'x')).toEqual({ refused: expect.stringMatching(sentence) });
    expect(await everything()).toEqual(before);
  }
});

test('plans may be added, and change places in the order', async () => {
  const added = { ...demo.plans[0], id: 'licenses-7', number: 7, previous: 'licenses-6' };
  write({ 'turbo-2': { number: 3, previous: 'turbo-3' }, 'turbo-3': { number: 2, previous: 'turbo-1' } }, [added]);
  expect(await apply('--why', 'more of them')).toMatchObject({ data: { added: ['licenses-7'], same: 11 } });
  const listed = await order('plans', 'list');
  expect(listed).toMatchObject({
    words: expect.stringMatching(/^licenses-1 .*\n.*turbo-1 .*\n.*turbo-3 .*\n.*turbo-2 /s),
  });
  expect(listed).toMatchObject({
    data: { items: expect.arrayContaining([expect.objectContaining({ id: 'licenses-7', price: '100.00' })]) },
  });
});
