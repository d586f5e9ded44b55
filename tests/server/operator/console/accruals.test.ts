import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import {
  checkDraftAgain,
  discardDraft,
  getAccrualBatch,
  getAccrualDraft,
  getDraftSummary,
  listBatchLines,
  listDraftFaults,
  listDraftLines,
  postDraft,
  reverseBatch,
  uploadAccruals,
} from '#contracts/console/accruals.ts';
import { getWork } from '#contracts/console/work.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { doWork, sweepWork } from '#server/operator/console/index.ts';
import { accrualBatches, accrualDrafts, ledgerTransfers, members, staffWork } from '#server/db/schema/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';

vi.setConfig({ testTimeout: 60_000 });

const served = await createTestServices();
const { services, runJobs, clock } = served;
const console_ = await openConsole(served);
const fiona = await console_.signIn('fiona');
const artur = await console_.signIn('artur');

const HEADER = 'username,amount,reason,source,document';

function csv(lines: readonly string[]): File {
  return new File([[HEADER, ...lines, ''].join('\n')], 'earnings.csv', { type: 'text/csv' });
}

async function upload(batch: string, lines: readonly string[], by: StaffApi = fiona, labels = '') {
  return dataOf(await by.call(uploadAccruals, { file: csv(lines), batch, labels }));
}

async function uploaded(batch: string, lines: readonly string[]): Promise<string> {
  const { draft } = await upload(batch, lines);
  expect(draft).toMatchObject({ faults: 0, state: 'checked' });
  return draft!.id;
}

const shown = async (id: string) => dataOf(await fiona.call(getAccrualDraft, { id }));
const linesOf = (batch: string) => services.db.$count(ledgerTransfers, eq(ledgerTransfers.key, `accrual:${batch}:1`));

async function balance(username: string): Promise<bigint> {
  const member = await findByLogin(services.db, username);
  return (await readBalance(services.db, member?.id ?? 0)).availableMicros;
}

test('a file is checked at once, told reason by reason, and posted by a job with who and why', async () => {
  const { draft } = await upload('march', ['anna,10.50,earnings,ivan,A-1', 'ivan,2,bonus,,A-2', 'anna,1,bonus,,A-3']);
  expect(draft).toMatchObject({ batch: 'march', lines: 3, total: '13.50', faults: 0, state: 'checked' });
  expect(draft?.sums).toEqual([
    { reason: 'earnings', lines: 1, total: '10.50' },
    { reason: 'bonus', lines: 2, total: '3.00' },
  ]);
  const [id, before] = [draft!.id, await balance('anna')];
  expect(dataOf(await fiona.call(postDraft, { id, reason: 'month’s end' })).state).toBe('posting');
  expect(await balance('anna')).toBe(before);
  await runJobs();
  expect(await shown(id)).toMatchObject({ state: 'posted', is_batch_known: true });
  expect(await balance('anna')).toBe(before + 11_500_000n);
  const [entry] = await console_.log();
  const wanted = { action: 'accruals import', subject: 'batch:march', reason: 'month’s end' };
  expect(entry).toEqual({ actor: `staff:${fiona.id}`, ...wanted });
  expect(refusalOf(await fiona.call(postDraft, { id, reason: 'again' }))).toBe('decided_before');
});

test('of a hundred thousand lines exactly the ten that are wrong are shown, by pages, each with its sentence', async () => {
  const wrong = [3, 999, 1_000, 20_001, 50_000, 65_536, 77_777, 99_998, 99_999, 100_000];
  const lines = Array.from({ length: 100_000 }, (_, index) =>
    wrong.includes(index + 1) ? `nobody${index},0.01,earnings,,D-${index}` : `anna,0.01,earnings,,D-${index}`,
  );
  const { draft } = await upload('huge', lines);
  expect(draft).toMatchObject({ lines: 100_000, faults: 10, total: '1000.00' });
  expect(draft?.sums).toEqual([{ reason: 'earnings', lines: 99_990, total: '999.90' }]);
  const first = dataOf(await fiona.call(listDraftFaults, { id: draft!.id, limit: '7' }));
  const rest = dataOf(await fiona.call(listDraftFaults, { id: draft!.id, limit: '7', cursor: first.next! }));
  expect(rest.next).toBeNull();
  const all = [...first.items, ...rest.items];
  expect(all.map(({ line }) => line)).toEqual(wrong.map((line) => line + 1));
  expect(all[0]).toEqual({
    line: 4,
    field: 'username',
    written: 'nobody2',
    sentence: 'No member has this username.',
  });
  expect(refusalOf(await fiona.call(postDraft, { id: draft!.id, reason: 'x' }))).toBe('accrual_faults');
  expect(await linesOf('huge')).toBe(0);
});

test.each([
  ['headless', ['anna,1,earnings,,A'].join('\n'), 'header'],
  ['quoted wrongly', `${HEADER}\nanna,1,earnings,,G"1`, 'quote'],
  ['too short', `${HEADER}\nanna,1`, 'fields'],
  ['too long', `${HEADER}\n${'anna,1,earnings,,A\n'.repeat(100_001)}`, 'many'],
])('a file that is %s is told as what it is, and not kept', async (_, text, code) => {
  const before = await services.db.$count(accrualDrafts);
  const file = new File([text], 'x.csv');
  const answer = dataOf(await fiona.call(uploadAccruals, { file, batch: 'odd', labels: '' }));
  expect(answer).toEqual({ draft: null, problem: { code, sentence: expect.stringMatching(/\w\.$/) } });
  expect(await services.db.$count(accrualDrafts)).toBe(before);
});

test('a name that is none, labels that can’t be read, and no file are told at their fields', async () => {
  const file = csv(['anna,1,earnings,,A']);
  const ask = async (change: Record<string, unknown>) => {
    const answer = await fiona.call(uploadAccruals, { file, batch: 'b', labels: '', ...change } as never);
    return answer.success ? [] : Object.keys(answer.error.fields ?? {});
  };
  expect(await ask({ batch: 'a:1' })).toEqual(['batch']);
  expect(await ask({ labels: '{"x":1}' })).toEqual(['labels']);
  expect(await ask({ file: new File([], 'x.csv') })).toEqual(['file']);
});

test('the same batch posted twice at once, from two files, is posted once', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `priya,1,earnings,,T-${index}`);
  const ids = await Promise.all([uploaded('twice', lines), uploaded('twice', lines)]);
  await Promise.all(ids.flatMap((id) => [fiona, artur].map((one) => one.call(postDraft, { id, reason: 'twice' }))));
  const works = await services.db.select().from(staffWork).where(eq(staffWork.action, 'accruals post'));
  const open = works.filter(({ finishedAt }) => !finishedAt);
  expect(open).toHaveLength(2);
  await Promise.all(open.flatMap(({ id }) => [doWork(services, { workId: id }), doWork(services, { workId: id })]));
  expect(await balance('priya')).toBe(40_000_000n);
  expect((await verifyLedger(services)).findings).toEqual([]);
  expect(await Promise.all(ids.map(async (id) => (await shown(id)).state))).toEqual(['posted', 'posted']);
});

test('a job that is killed half-way has posted nothing, and its work is found and done again', async () => {
  const id = await uploaded('killed', ['jonas,5,earnings,,K-1', 'jonas,5,earnings,,K-2']);
  dataOf(await fiona.call(postDraft, { id, reason: 'killed' }));
  await services.db.execute('truncate graphile_worker._private_jobs');
  expect((await shown(id)).state).toBe('posting');
  const dead = {
    ...services,
    clock: {
      now: () => {
        throw new Error('the power went');
      },
    },
  };
  const [work] = await services.db.select().from(staffWork).where(eq(staffWork.reason, 'killed'));
  await expect(doWork(dead, { workId: work!.id })).rejects.toThrow('the power went');
  expect([await balance('jonas'), (await shown(id)).state]).toEqual([0n, 'posting']);
  clock.advance(120);
  await sweepWork(services);
  await sweepWork(services);
  await runJobs();
  expect([await balance('jonas'), (await shown(id)).state]).toEqual([10_000_000n, 'posted']);
});

test('while it posts, everybody sees how many lines are done, and after a crash it counts anew', async () => {
  const lines = Array.from({ length: 2_500 }, (_, line) => `anna,0.01,earnings,,P-${line}`);
  const id = await uploaded('progress', lines);
  dataOf(await fiona.call(postDraft, { id, reason: 'progress' }));
  await services.db.execute('truncate graphile_worker._private_jobs');
  expect(await shown(id)).toMatchObject({ state: 'posting', posted_lines: 0 });
  const isIt = eq(staffWork.reason, 'progress');
  // The state that a process leaves if it dies halfway.
  await services.db.update(staffWork).set({ linesDone: 2_000 }).where(isIt);
  expect(await shown(id)).toMatchObject({ state: 'posting', lines: 2_500, posted_lines: 2_000 });
  await services.pool.query(`
    create table seen as select lines_done as lines, xmin as by from staff_work limit 0;
    create function see() returns trigger language plpgsql as $$ begin
      insert into seen values (new.lines_done, pg_current_xact_id()::xid); return null; end $$;
    create trigger see after update of lines_done on staff_work for each row execute function see()`);
  const [work] = await services.db.select().from(staffWork).where(isIt);
  await doWork(services, { workId: work!.id });
  const { rows } = await services.pool.query<{ lines: number; beside: boolean }>(
    `select lines, by <> (select xmin from accrual_batches where batch = 'progress') as beside from seen`,
  );
  await services.pool.query('drop trigger see on staff_work; drop function see; drop table seen');
  expect(rows).toEqual([0, 1_000, 2_000, 2_500].map((count) => ({ lines: count, beside: true })));
  expect(await shown(id)).toMatchObject({ state: 'posted', posted_lines: null });
});

test('every line is read before it is posted: searched, the largest first, sums of members, the batch before', async () => {
  clock.advance(60);
  await uploadAndPost('before', ['anna,1,earnings,,V-1']);
  const id = await uploaded('read', [
    'anna,10,earnings,ivan,W-1',
    'ivan,2,bonus,,W-2',
    'anna,7.5,bonus,,W-3',
    'priya,0.5,earnings,,X-1',
  ]);
  const usernames = async (input: object) =>
    dataOf(await fiona.call(listDraftLines, { id, ...input })).items.map(
      ({ username, amount }) => `${username} ${amount}`,
    );
  expect(await usernames({})).toEqual(['anna 10.00', 'ivan 2.00', 'anna 7.50', 'priya 0.50']);
  expect(await usernames({ sort: '-amount' })).toEqual(['anna 10.00', 'anna 7.50', 'ivan 2.00', 'priya 0.50']);
  expect(await usernames({ search: 'Ann' })).toEqual(['anna 10.00', 'anna 7.50']);
  expect(await usernames({ search: 'X-' })).toEqual(['priya 0.50']);
  expect(await usernames({ search: 'bonus' })).toEqual(['ivan 2.00', 'anna 7.50']);
  expect(await usernames({ search: '%' })).toEqual([]);
  const first = dataOf(await fiona.call(listDraftLines, { id, sort: '-amount', limit: '3' }));
  const rest = dataOf(await fiona.call(listDraftLines, { id, sort: '-amount', limit: '3', cursor: first.next! }));
  expect([first.items.length, rest.items.map(({ line }) => line), rest.next]).toEqual([3, [4], null]);
  const summary = dataOf(await fiona.call(getDraftSummary, { id }));
  expect(summary).toMatchObject({
    members: [
      { username: 'anna', lines: 2, total: '17.50' },
      { username: 'ivan', lines: 1, total: '2.00' },
      { username: 'priya', lines: 1, total: '0.50' },
    ],
    previous: { batch: 'before', lines: 1, total: '1.00' },
  });
  expect(summary.largest[0]).toMatchObject({ line: 1, username: 'anna', source: 'ivan', document: 'W-1' });
  dataOf(await fiona.call(discardDraft, { id, reason: 'not this month' }));
  expect(await usernames({})).toEqual([]);
});

test('the same file under another name is told, posted only when that is confirmed, and by whom is shown', async () => {
  const lines = ['jonas,5,bonus,,Y-1', 'jonas,6,bonus,,Y-2'];
  await uploadAndPost('small-1', lines);
  const { draft } = await upload('small-2', [...lines, 'jonas,7,bonus,,Y-3']);
  expect(draft?.repeats).toEqual([{ batch: 'small-1', lines: 2 }]);
  const [id, before] = [draft!.id, await balance('jonas')];
  expect(refusalOf(await fiona.call(postDraft, { id, reason: 'again' }))).toBe('accrual_repeated');
  await runJobs();
  expect(await balance('jonas')).toBe(before);
  dataOf(await fiona.call(postDraft, { id, again: true, reason: 'meant' }));
  await runJobs();
  expect(await balance('jonas')).toBe(before + 18_000_000n);
  const { people } = dataOf(await artur.call(getAccrualBatch, { batch: 'small-2' }));
  expect(people).toEqual({ uploaded: 'Fiona Marsh', posted: 'Fiona Marsh', approved: null });
});

test('a document that is twice in a file is told with both lines, and posted twice only on purpose', async () => {
  const lines = ['jonas,3,bonus,,D-1', 'jonas,4,bonus,,D-1', 'jonas,3,earnings,,D-1', 'anna,3,bonus,,D-1'];
  expect((await upload('alike', lines)).draft?.doubles).toEqual({ count: 0, lines: [] });
  const { draft } = await upload('double', [...lines, 'jonas,3,bonus,,D-1', 'Jonas,3.00,bonus,ivan,D-1']);
  expect(draft?.doubles).toEqual({
    count: 2,
    lines: [
      { line: 5, first: 1 },
      { line: 6, first: 1 },
    ],
  });
  const [id, before] = [draft!.id, await balance('jonas')];
  expect(refusalOf(await fiona.call(postDraft, { id, reason: 'in haste' }))).toBe('accrual_doubled');
  await runJobs();
  expect(await balance('jonas')).toBe(before);
  dataOf(await fiona.call(postDraft, { id, again: true, reason: 'meant' }));
  await runJobs();
  expect(await balance('jonas')).toBe(before + 16_000_000n);
});

test('what differs from the batch before is told by member: new, gone, three times as much or as little', async () => {
  clock.advance(60);
  await uploadAndPost('usual', ['anna,10,bonus,,C-1', 'anna,20,bonus,,C-2', 'ivan,5,bonus,,C-3', 'priya,9,bonus,,C-4']);
  const { draft } = await upload('unusual', [
    'anna,90,bonus,,C-5',
    'ivan,15.01,bonus,,C-6',
    'marie,1000,bonus,,C-7',
    'jonas,1,bonus,,C-8',
  ]);
  const read = async () => dataOf(await artur.call(getDraftSummary, { id: draft!.id })).comparison;
  expect(await read()).toEqual({
    batch: 'usual',
    new: {
      count: 2,
      largest: [
        { username: 'marie', before: '0.00', now: '1000.00' },
        { username: 'jonas', before: '0.00', now: '1.00' },
      ],
    },
    changed: { count: 1, largest: [{ username: 'ivan', before: '5.00', now: '15.01' }] },
    missing: { count: 1, largest: [{ username: 'priya', before: '9.00', now: '0.00' }] },
  });
  dataOf(await fiona.call(discardDraft, { id: draft!.id, reason: 'wrong' }));
  expect(await read()).toBeNull();
});

test('what was posted after the check is not posted a second time', async () => {
  const lines = ['jonas,8,bonus,,Z-1'];
  const ids = [await uploaded('early', lines), await uploaded('later', lines)];
  const before = await balance('jonas');
  for (const id of ids) {
    dataOf(await fiona.call(postDraft, { id, reason: 'both' }));
    await runJobs();
  }
  expect(await balance('jonas')).toBe(before + 8_000_000n);
  expect(await shown(ids[1]!)).toMatchObject({ state: 'checked', failed: 'accrual_repeated' });
});

async function uploadAndPost(batch: string, lines: readonly string[]): Promise<void> {
  dataOf(await fiona.call(postDraft, { id: await uploaded(batch, lines), reason: 'monthly' }));
  await runJobs();
}

test('a large batch waits for a second person, whose approval has a job post it, once', async () => {
  const id = await uploaded('large', ['marie,600,earnings,,L-1', 'marie,600,earnings,,L-2']);
  dataOf(await fiona.call(postDraft, { id, reason: 'quarter' }));
  await runJobs();
  expect(await shown(id)).toMatchObject({ state: 'waiting', failed: null });
  const { items } = dataOf(await artur.call(listApprovals, {}));
  const approval = items.find(({ subject }) => subject === id)!;
  expect(approval).toMatchObject({
    action: 'accruals post',
    amount: '1200.00',
    about: {
      kind: 'accruals',
      draft: { batch: 'large', lines: 2, prepared_by: 'Fiona Marsh' },
      summary: { largest: [{ username: 'marie', amount: '600.00', document: 'L-1' }, { document: 'L-2' }] },
    },
  });
  const sam = await console_.signIn('sam');
  expect(dataOf(await sam.call(listApprovals, {})).items.find(({ subject }) => subject === id)?.about).toBeNull();
  dataOf(await artur.call(decideApproval, { id: approval.id, decision: 'approve', reason: 'checked' }));
  expect(await shown(id)).toMatchObject({ state: 'posting' });
  await runJobs();
  expect(await shown(id)).toMatchObject({ state: 'posted' });
  expect(await balance('marie')).toBe(1_200_000_000n);
  const { people } = dataOf(await fiona.call(getAccrualBatch, { batch: 'large' }));
  expect(people).toEqual({ uploaded: 'Fiona Marsh', posted: 'Fiona Marsh', approved: 'Artur Lindqvist' });
});

test('who is blocked between the check and the posting stops it all; a dry run tells which line', async () => {
  const id = await uploaded('late', ['anna,1,earnings,,B-1', 'jonas,1,earnings,,B-2']);
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, 'jonas'));
  dataOf(await fiona.call(postDraft, { id, reason: 'late' }));
  await runJobs();
  expect(await shown(id)).toMatchObject({ state: 'checked', failed: 'accrual_faults' });
  expect(await linesOf('late')).toBe(0);
  const again = dataOf(await fiona.call(checkDraftAgain, { id, reason: 'look' }));
  expect(again).toMatchObject({ outcome: 'faults', draft: { faults: 1 } });
  const { items } = dataOf(await fiona.call(listDraftFaults, { id }));
  expect(items).toEqual([{ line: 3, field: 'username', written: 'jonas', sentence: 'This member is blocked.' }]);
  await services.db.update(members).set({ blockedAt: null }).where(eq(members.username, 'jonas'));
  expect(dataOf(await fiona.call(checkDraftAgain, { id, reason: 'again' })).outcome).toBe('checked');
});

test('a name that other contents have is refused, and told as that', async () => {
  dataOf(await fiona.call(postDraft, { id: await uploaded('known', ['ivan,1,earnings,,K']), reason: 'x' }));
  await runJobs();
  const id = await uploaded('known', ['anna,99,earnings,,X']);
  expect(await shown(id)).toMatchObject({ is_batch_known: true, earlier: 'different' });
  const same = await upload('known', ['ivan,1,earnings,,K']);
  expect(same.draft).toMatchObject({ is_batch_known: true, earlier: 'same' });
  expect(dataOf(await fiona.call(checkDraftAgain, { id, reason: 'x' })).outcome).toBe('batch_reused');
  dataOf(await fiona.call(postDraft, { id, reason: 'x' }));
  await runJobs();
  expect(await shown(id)).toMatchObject({ state: 'checked', failed: 'batch_reused' });
});

test('a line and then the batch are taken back; what was reversed or spent is told with its line', async () => {
  const id = await uploaded('undo', ['ivan,3,earnings,,U-1', 'ivan,4,earnings,,U-2']);
  dataOf(await fiona.call(postDraft, { id, reason: 'wrong month' }));
  await runJobs();
  const before = await balance('ivan');
  const reverse = async (line?: string) => {
    const input = { batch: 'undo', ...(line && { line }), reason: 'wrong month' };
    const { work } = dataOf(await fiona.call(reverseBatch, input));
    await runJobs();
    return dataOf(await fiona.call(getWork, { id: work }));
  };
  // A person who meant one line but named none must not reverse the whole batch.
  expect(refusalOf(await fiona.call(reverseBatch, { batch: 'undo', line: '', reason: 'wrong month' }))).toBe('invalid');
  expect(await reverse('2')).toMatchObject({ outcomes: { done: 1 } });
  expect(before - (await balance('ivan'))).toBe(4_000_000n);
  const { items } = dataOf(await fiona.call(listBatchLines, { batch: 'undo' }));
  expect(items.map(({ line, is_reversed: isReversed }) => [line, isReversed])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect((await reverse()).failed).toEqual([{ subject: 'undo', outcome: 'accrual_reversed 2' }]);
  expect(await services.db.$count(accrualBatches, eq(accrualBatches.batch, 'undo'))).toBe(1);
  expect((await verifyLedger(services)).findings).toEqual([]);
});
