import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  applyPlanDraft,
  discardPlanDraft,
  getPlanDraft,
  listConsolePlans,
  savePlanDraft,
} from '#contracts/console/plans.ts';
import { auditLog, planChanges, planDrafts } from '#server/db/schema/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';

const opened = await createTestServices();
const { services, clock } = opened;
await services.transaction((tx) => seedPlans(tx, services));
const { signIn, api } = await openConsole(opened);
let olga = await signIn('olga');
let oscar = await signIn('oscar');
const kira = await signIn('kira');
const sam = await signIn('sam');

type File = { plans: Record<string, unknown>[] };
const open = async () => dataOf(await olga.call(getPlanDraft, {}));
const plans = async () => dataOf(await olga.call(listConsolePlans, {})).items;
/** The displayed file with one plan changed. */
const withPlan = ({ file }: { file: string }, id: string, change: Record<string, unknown>) => {
  const { plans: before } = JSON.parse(file) as File;
  return JSON.stringify({ plans: before.map((plan) => (plan['id'] === id ? { ...plan, ...change } : plan)) });
};
const save = (file: string, seen: string | undefined, who = olga) =>
  who.call(savePlanDraft, { file, seen: seen ?? '' });
const apply = (shown: string, who = olga) => who.call(applyPlanDraft, { shown, reason: 'December prices' });
const log = () => services.db.select().from(auditLog).orderBy(asc(auditLog.number));

beforeEach(() => services.db.delete(planDrafts));

describe('a draft of plans', () => {
  test('begins as the plans are, says what it would change, and changes nothing before it is applied', async () => {
    const begun = await open();
    expect(begun).toMatchObject({ draft: null, wrong: [], changes: [] });
    const saved = dataOf(await save(withPlan(begun, 'licenses-1', { price: '110', expiry_days: 400 }), undefined));
    expect(saved.changes).toEqual([
      { subject: 'licenses-1', name: 'expiry_days', before: '365', after: '400' },
      { subject: 'licenses-1', name: 'price', before: '100.00', after: '110.00' },
    ]);
    expect((await plans()).find(({ id }) => id === 'licenses-1')).toMatchObject({ price: '100.00' });
    expect(dataOf(await kira.call(listConsolePlans, {})).draft).toMatchObject({ changed_by: 'Ольга Верная' });

    const changes = (await services.db.select().from(planChanges)).length;
    expect(dataOf(await apply(saved.shown))).toEqual({ changed: 1, added: 0 });
    expect((await plans()).find(({ id }) => id === 'licenses-1')).toMatchObject({ price: '110.00', expiry_days: 400 });
    expect(await open()).toMatchObject({ draft: null, changes: [] });
    expect((await services.db.select().from(planChanges)).slice(changes)).toMatchObject([
      { planId: 'licenses-1', reason: 'December prices', operator: expect.stringMatching(/^staff:\d+$/) },
    ]);
    expect((await log()).at(-1)).toMatchObject({
      action: 'plans apply',
      subject: 'plan:licenses-1',
      before: { 'licenses-1.price': '100.00' },
      after: { 'licenses-1.price': '110.00' },
    });
    expect(refusalOf(await apply(saved.shown))).toBe('not_found');
  });

  test.each([
    ['no JSON', () => '{', /Invalid JSON/],
    ['a price of nothing', (file: string) => withPlan({ file }, 'turbo-1', { price: '0' }), /turbo-1, price: is zero/],
    [
      'an unknown field',
      (file: string) => withPlan({ file }, 'turbo-1', { colour: 'red' }),
      /turbo-1: has unknown fields: colour/,
    ],
    ['a plan that is gone', () => '{"plans":[]}', /is missing from the file/],
    ['titles without Russian', (file: string) => withPlan({ file }, 'turbo-1', { title: { en: 'x' } }), /title\.ru/],
    [
      'text beyond its length',
      (file: string) => withPlan({ file }, 'turbo-1', { title: { ru: 'x'.repeat(2_001) } }),
      /title\.ru/,
    ],
  ])('keeps a mistake and says it, and is not applied: %s', async (_, change, told) => {
    const before = await open();
    const saved = dataOf(await save(change(before.file), before.draft?.changed_at));
    expect(saved.wrong.join('\n')).toMatch(told);
    const inRussian = dataOf(await api.call(getPlanDraft, {}, { bearer: olga.token, language: 'ru' }));
    expect(inRussian.wrong.every((line) => /[а-яё]/.test(line))).toBe(true);
    // The version is the same for readers of another language.
    expect(inRussian.shown).toBe(saved.shown);
    expect(saved.changes).toEqual([]);
    expect(refusalOf(await apply(saved.shown))).toBe('draft_wrong');
    dataOf(await olga.call(discardPlanDraft, { seen: saved.draft?.changed_at ?? '', reason: 'wrong' }));
  });

  test('was not seen at a time that there is not, or that PostgreSQL can’t read', async () => {
    const { file } = await open();
    const { draft } = dataOf(await save(file, undefined));
    for (const seen of ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', 'x']) {
      expect(refusalOf(await save(`${file} `, seen))).toBe('draft_moved_on');
      expect(refusalOf(await olga.call(discardPlanDraft, { seen, reason: 'x' }))).toBe('draft_moved_on');
    }
    dataOf(await olga.call(discardPlanDraft, { seen: draft!.changed_at, reason: 'x' }));
  });

  test('of two who begin or save at once the second is refused, and the first loses nothing', async () => {
    const begun = await open();
    const files = ['111', '112'].map((price) => withPlan(begun, 'licenses-1', { price }));
    const begins = await Promise.all([save(files[0]!, undefined), save(files[1]!, undefined, oscar)]);
    expect(begins.map(refusalOf).toSorted()).toEqual(['done', 'draft_moved_on']);
    const first = await open();
    const saves = await Promise.all([
      save(withPlan(first, 'licenses-2', { price: '211' }), first.draft?.changed_at),
      save(withPlan(first, 'licenses-2', { price: '212' }), first.draft?.changed_at, oscar),
    ]);
    expect(saves.map(refusalOf).toSorted()).toEqual(['done', 'draft_moved_on']);
    const won = saves.find(({ success }) => success)!;
    expect((await open()).file).toBe(dataOf(won).file);
    expect(await services.db.select().from(planDrafts)).toHaveLength(1);
  });

  test('is not applied when the draft has changed since it was read, and of two who apply one has an effect', async () => {
    const before = dataOf(await save(withPlan(await open(), 'licenses-2', { price: '222' }), undefined));
    const saved = dataOf(await save(withPlan(before, 'licenses-3', { price: '444' }), before.draft?.changed_at, oscar));
    expect(refusalOf(await apply(before.shown))).toBe('draft_moved_on');
    const applied = async () => (await log()).filter(({ action }) => action === 'plans apply').length;
    const appliedBefore = await applied();
    const both = await Promise.all([apply(saved.shown), apply(saved.shown, oscar)]);
    expect(both.map(refusalOf).toSorted()).toEqual(['done', 'not_found']);
    expect(await applied()).toBe(appliedBefore + 1);
  });

  test('asks for the second factor before it is applied', async () => {
    const saved = dataOf(await save(withPlan(await open(), 'licenses-1', { price: '120' }), undefined));
    clock.advance(11 * 60);
    onTestFinished(async () => {
      olga = await signIn('olga');
      oscar = await signIn('oscar');
    });
    expect(refusalOf(await apply(saved.shown))).toBe('confirmation_required');
  });
});

test('only an owner changes plans; content and finance look at them', async () => {
  const calls = (who: typeof kira) => [
    who.call(getPlanDraft, {}),
    save('{}', undefined, who),
    who.call(discardPlanDraft, { seen: '', reason: 'x' }),
    apply('x', who),
  ];
  const refused = await Promise.all([...calls(kira), ...calls(sam), sam.call(listConsolePlans, {})]);
  expect(refused.map(refusalOf)).toEqual(refused.map(() => 'not_able'));
  expect(refusalOf(await kira.call(listConsolePlans, {}))).toBe('done');
});
