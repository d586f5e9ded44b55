import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  discardLegalDraft,
  getLegalDraft,
  listConsoleLegal,
  publishLegalDraft,
  saveLegalDraft,
} from '#contracts/console/legal.ts';
import { getLegalDocument } from '#contracts/legal.ts';
import { auditLog, legalDrafts } from '#server/db/schema/index.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';

const opened = await createTestServices();
const { services, clock, app } = opened;
const { signIn } = await openConsole(opened);
let olga = await signIn('olga');
const oscar = await signIn('oscar');
const kira = await signIn('kira');
const sam = await signIn('sam');

const document = 'terms';
const open = async () => dataOf(await olga.call(getLegalDraft, { document }));
const save = (file: string, seen = '', who = olga) => who.call(saveLegalDraft, { document, file, seen });
const publish = (shown: string, who = olga) => who.call(publishLegalDraft, { document, shown, reason: 'opening' });
const withVersion = (file: string, version: string) => file.replace(/^version: .*$/m, `version: ${version}`);
const visitorReads = () => apiOf(app).call(getLegalDocument, { document }, { language: 'en' });

beforeEach(() => services.db.delete(legalDrafts));

test('a draft begins with a sample, is seen by no visitor, and becomes a version once', async () => {
  const begun = await open();
  expect(begun).toMatchObject({ draft: null, wrong: [] });
  expect(begun.file).toContain('**Sample text.**');
  const saved = dataOf(await save(withVersion(begun.file, 'a1')));
  expect(saved.changes[0]).toEqual({ subject: 'terms', name: 'version', before: null, after: 'a1' });
  expect(refusalOf(await visitorReads())).toBe('not_found');

  const both = await Promise.all([publish(saved.shown), publish(saved.shown)]);
  expect(both.map((one) => one?.success && 'published')).toContain('published');
  expect(dataOf(await visitorReads())).toMatchObject({ version: 'a1', title: 'Terms of membership' });
  expect(refusalOf(await publish(saved.shown))).toBe('not_found');
  const log = await services.db.select().from(auditLog).orderBy(asc(auditLog.number));
  expect(log.filter(({ action }) => action === 'legal publish')).toMatchObject([
    { subject: 'legal:terms', reason: 'opening', after: { version: 'a1' } },
  ]);
  const { items } = dataOf(await kira.call(listConsoleLegal, {}));
  expect(items[0]).toMatchObject({ document, published: { version: 'a1', date: '2026-11-01' }, draft: null });
  expect(items[1]).toMatchObject({ document: 'privacy', published: null });

  const again = await open();
  expect(again.file).toContain('version: a1');
  expect(again.changes).toEqual([]);
});

test('other words under a published version are an error of the draft and are never published', async () => {
  const before = await open();
  const version = dataOf(await save(withVersion(before.file, 'b1')));
  dataOf(await publish(version.shown));
  const { file } = await open();
  const changed = dataOf(await save(file.replace('adult', 'grown-up')));
  expect(changed.wrong).toEqual([expect.stringContaining('b1 is already published')]);
  expect(refusalOf(await publish(changed.shown))).toBe('draft_wrong');
  expect(dataOf(await visitorReads()).html).toContain('adult');
});

test('a file of another document is refused', async () => {
  const { file } = await open();
  const saved = dataOf(await save(file.replace('document: terms', 'document: privacy')));
  expect(saved.wrong).toHaveLength(1);
  expect(refusalOf(await olga.call(getLegalDraft, { document: 'imprint' }))).toBe('not_found');
  expect(refusalOf(await olga.call(saveLegalDraft, { document: '../x', file, seen: '' }))).toBe('not_found');
});

test('two owners do not overwrite each other, and what was not shown is not published', async () => {
  const { file } = await open();
  const hers = dataOf(await save(file.replace('adult', 'person')));
  expect(refusalOf(await save(file, '', oscar))).toBe('draft_moved_on');
  clock.advance(1);
  dataOf(await save(file.replace('adult', 'human'), hers.draft!.changed_at, oscar));
  expect(refusalOf(await publish(hers.shown))).toBe('draft_moved_on');
  const seen = hers.draft!.changed_at;
  const discard = (version: string) => olga.call(discardLegalDraft, { document, seen: version, reason: 'wrong' });
  expect(refusalOf(await discard(seen))).toBe('draft_moved_on');
  expect(dataOf(await discard((await open()).draft!.changed_at))).toMatchObject({ draft: null });
  expect(dataOf(await discard(seen))).toMatchObject({ draft: null });
});

test('content editors read the list, support nothing, and only a fresh code publishes', async () => {
  for (const who of [kira, sam]) {
    expect(refusalOf(await who.call(getLegalDraft, { document }))).toBe('not_able');
    expect(refusalOf(await save('x', '', who))).toBe('not_able');
    expect(refusalOf(await publish('x', who))).toBe('not_able');
  }
  expect(refusalOf(await sam.call(listConsoleLegal, {}))).toBe('not_able');
  const { file } = await open();
  const saved = dataOf(await save(withVersion(file, 'c1')));
  clock.advance(11 * 60);
  expect(refusalOf(await publish(saved.shown))).toBe('confirmation_required');
  olga = await signIn('olga');
  dataOf(await publish(saved.shown));
});
