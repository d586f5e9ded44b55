import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import {
  type AnnouncementFields,
  discardAnnouncement,
  getAnnouncement,
  listAnnouncements,
  saveAnnouncement,
  sendConsoleAnnouncement,
  stopAnnouncement,
} from '#contracts/console/announcements.ts';
import { listNotices } from '#contracts/notices.ts';
import { announcements, mailbox, mails, members, notices } from '#server/db/schema/index.ts';
import { sendAnnouncement, sweepAnnouncements } from '#server/members/announcements/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { openConsole } from '../../../support/people/staff.ts';

const CROWD = 120;
const random = (() => {
  let seed = 7;
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
})();
const served = await createTestServices({ people: peopleBelow('ivan', CROWD, random) });
const { services, runJobs } = served;
const { db } = services;
const { signIn, log, api } = await openConsole(served);
const kira = await signIn('kira');
const olga = await signIn('olga');
const oscar = await signIn('oscar');

type Change = Partial<Omit<AnnouncementFields, 'segment' | 'texts'>> & {
  texts?: Record<string, { title: string; text: string }>;
  segment?: Partial<AnnouncementFields['segment']>;
};
const EVERYBODY = { languages: [], statuses: [], activity: 'all', plan: '' } as AnnouncementFields['segment'];
const RUSSIAN = { ru: { title: 'Работы на сайте', text: 'В ночь на пятницу\nсайт не откроется.' } };

function fieldsOf({ texts = RUSSIAN, segment, ...rest }: Change): Omit<AnnouncementFields, never> {
  const list = Object.entries(texts).map(([language, one]) => ({ language, ...one })) as AnnouncementFields['texts'];
  return { link: '', by_email: false, ...rest, texts: list, segment: { ...EVERYBODY, ...segment } };
}

async function draft(change: Change = {}) {
  const id = randomUUID();
  return dataOf(await kira.call(saveAnnouncement, { id, seen: '', ...fieldsOf(change) }));
}
type Draft = Awaited<ReturnType<typeof draft>>;
const send = ({ id, draft: seen }: Draft, who = kira) =>
  who.call(sendConsoleAnnouncement, { id, seen: seen?.changed_at ?? '', reason: 'as agreed' });
const open = async (id: string) => dataOf(await olga.call(getAnnouncement, { id }));
const begun = async (change: Change = {}) => {
  const written = await draft(change);
  const result = await runCommand(services, ['announcements', 'send', written.id, '--why', 'test'], 'olga');
  expect(result).toMatchObject({ data: { id: written.id } });
  return written.id;
};
const notifiedOf = async (id: string) =>
  (await db.select().from(notices).where(eq(notices.about, id)).orderBy(asc(notices.id))).map(
    ({ memberId }) => memberId,
  );
const everybody = async () =>
  (await db.select({ id: members.id }).from(members).where(isNull(members.closedAt))).map(({ id }) => id);
const nameIds = async (...names: string[]) =>
  (await db.select({ id: members.id }).from(members).where(inArray(members.username, names))).map(({ id }) => id);
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

beforeEach(async () => {
  for (const table of [notices, mails, mailbox, announcements]) await db.delete(table);
  await db.execute(sql`truncate graphile_worker._private_jobs`);
  await db.update(members).set({ blockedAt: null, unwantedMails: [] });
});

describe('each member gets it once', () => {
  test('from two workers at the same time, with one step broken off in the middle', async () => {
    const id = await begun();
    const broken = {
      ...services,
      transaction: <T>(work: (tx: never) => Promise<T>) =>
        services.transaction(async (tx) => {
          await work(tx as never);
          throw new Error('killed');
        }),
    } as typeof services;
    await expect(sendAnnouncement(broken, { announcementId: id }, { atOnce: 20 })).rejects.toThrow('killed');
    expect(await notifiedOf(id)).toEqual([]);

    await sendAnnouncement(services, { announcementId: id }, { atOnce: 5 });
    const some = await notifiedOf(id);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(CROWD);
    await Promise.all([1, 2, 3].map(() => sendAnnouncement(services, { announcementId: id }, { atOnce: 5 })));
    await sweepAnnouncements(services);
    await runJobs();
    const all = await everybody();
    expect(sorted(await notifiedOf(id))).toEqual(sorted(all));
    expect(await open(id)).toMatchObject({ state: 'sent', recipients: all.length, notified: all.length });
    // Neither a late job nor a repeated command sends it again.
    await sendAnnouncement(services, { announcementId: id });
    const again = await runCommand(services, ['announcements', 'send', id, '--why', 'again'], 'olga');
    expect(again).toEqual({ refused: 'It is being sent or is over.' });
    expect(await notifiedOf(id)).toHaveLength(all.length);
  });

  test('by e-mail at the set pace, behind other e-mails, and only if wanted', async () => {
    const [unwilling = 0] = await nameIds('jonas');
    await db
      .update(members)
      .set({ unwantedMails: ['announcement'] })
      .where(eq(members.id, unwilling));
    const id = await begun({ by_email: true });
    await runJobs();
    expect(await db.$count(mails)).toBe(0);
    expect(await open(id)).toMatchObject({ state: 'sending', notified: CROWD + 6 });
    const { emailsPerMinute } = services.config.announcements;
    await sweepAnnouncements(services);
    const { rows } = await db.execute<{ priority: number; count: number }>(sql`
      select priority, count(*)::integer from graphile_worker.jobs where task_identifier = 'send-mail' group by 1`);
    expect(rows).toEqual([{ priority: 30, count: emailsPerMinute }]);
    expect(await open(id)).toMatchObject({ state: 'sending', emailed: emailsPerMinute });
    await Promise.all([sweepAnnouncements(services), sweepAnnouncements(services)]);
    await sweepAnnouncements(services);
    expect(await open(id)).toMatchObject({ state: 'sent', emailed: CROWD + 5 });
    const recipients = (await db.select().from(mails)).map(({ memberId }) => memberId);
    expect(new Set(recipients).size).toBe(CROWD + 5);
    expect(recipients).not.toContain(unwilling);
  });

  test('until it is stopped; what is queued then is not sent either', async () => {
    const id = await begun({ by_email: true });
    await sendAnnouncement(services, { announcementId: id });
    await sweepAnnouncements(services);
    expect(refusalOf(await kira.call(stopAnnouncement, { id, reason: 'wrong day' }))).toBe('done');
    expect(refusalOf(await kira.call(stopAnnouncement, { id, reason: 'again' }))).toBe('decided_before');
    await runJobs();
    await sweepAnnouncements(services);
    expect(await db.$count(mailbox)).toBe(0);
    expect(await open(id)).toMatchObject({ state: 'stopped' });
    expect((await log())[0]).toMatchObject({ action: 'announcements stop', reason: 'wrong day' });
  });

  test('not if the account is blocked, or closes while it is sent', async () => {
    const [ivan = 0, marie = 0, priya = 0] = await Promise.all(
      ['ivan', 'marie', 'priya'].map(async (name) => (await nameIds(name))[0]!),
    );
    await db.update(members).set({ blockedAt: new Date() }).where(eq(members.id, marie));
    const id = await begun({ by_email: true });
    let sending: Promise<void> | undefined;
    await services.transaction(async (tx) => {
      await tx.select().from(members).where(eq(members.id, priya)).for('update');
      sending = sendAnnouncement(services, { announcementId: id });
      await tx.update(members).set({ closedAt: new Date() }).where(eq(members.id, priya));
    });
    await sending;
    const notified = await notifiedOf(id);
    expect([notified.includes(ivan), notified.includes(marie), notified.includes(priya)]).toEqual([true, false, false]);
    // Closed after the notice, before the e-mail.
    await db.update(members).set({ closedAt: new Date() }).where(eq(members.id, ivan));
    await sweepAnnouncements(services);
    await sweepAnnouncements(services);
    expect(await db.$count(mails, inArray(mails.memberId, [ivan, marie, priya]))).toBe(0);
    await db.update(members).set({ closedAt: null });
  });
});

describe('the segment', () => {
  const namesIn = async (segment: Change['segment']) => {
    const id = await begun({ segment: { ...segment, languages: segment?.languages ?? [] } });
    await runJobs();
    const rows = await db
      .select({ name: members.username })
      .from(members)
      .where(and(inArray(members.id, await notifiedOf(id)), sql`username !~ '^p\\d'`));
    return rows.map(({ name }) => name).toSorted();
  };

  test('is everybody, or a language, status, activity or plan, or all of them together', async () => {
    const [language] = await db.select({ of: members.language }).from(members).where(eq(members.username, 'anna'));
    expect(await namesIn({})).toEqual(['anna', 'ivan', 'jonas', 'marie', 'priya', 'root']);
    expect(await namesIn({ languages: ['tamil', 'de'] })).toEqual(['jonas', 'priya']);
    expect(await namesIn({ statuses: ['director', 'gold_director'] })).toEqual(['ivan', 'priya']);
    expect(await namesIn({ languages: ['fr'], activity: 'inactive' })).toEqual(['marie']);
    expect(await namesIn({ statuses: ['director'], languages: [language!.of], activity: 'active' })).toEqual(['ivan']);
  });

  test('is counted before it is sent; one without a member can’t be sent, nor one of an unknown plan', async () => {
    const counted = await draft({ segment: { languages: ['tamil', 'de'] } });
    expect(counted).toMatchObject({ count: { members: 2, emails: 2 }, needs_approval: false, is_complete: true });
    const nobody = await draft({ segment: { languages: ['fr'], activity: 'active' } });
    expect(nobody).toMatchObject({ count: { members: 0 }, is_complete: false });
    const id = randomUUID();
    const unknown = fieldsOf({ segment: { plan: 'no-such' } });
    expect(refusalOf(await kira.call(saveAnnouncement, { id, seen: '', ...unknown }))).toBe('invalid');
  });
});

describe('what a member reads', () => {
  test('is their language or else the default one, cleaned, and never markup or another template', async () => {
    const title = 'Neu: {{username}} $t(mail:footer)\r\nBcc: all@evil.example';
    const id = await begun({
      by_email: true,
      link: '/dashboard/feed',
      segment: { languages: ['de', 'tamil'] },
      texts: { ...RUSSIAN, de: { title, text: '<img src=x onerror=alert(1)>\u202E\n\n\n\n<b>fett</b>' } },
    });
    await runJobs();
    await sweepAnnouncements(services);
    const cleaned = 'Neu: {{username}} $t(mail:footer) Bcc: all@evil.example';
    const bearer = (await api.signIn('jonas')).access;
    const { items } = dataOf(await api.call(listNotices, {}, { bearer, language: 'de' }));
    expect(items.find(({ kind }) => kind === 'announcement')).toMatchObject({
      text: cleaned,
      body: '<img src=x onerror=alert(1)>\n\n<b>fett</b>',
      about: { kind: 'link', id: '/dashboard/feed' },
    });
    const [mail] = await emailsTo(served, 'jonas@demo.example');
    expect(mail?.subject).toBe(`Atrium: ${cleaned}`);
    expect(mail?.html).toContain('&lt;b&gt;fett&lt;/b&gt;');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).toContain('/dashboard/feed');
    const [russian] = await emailsTo(served, 'priya@demo.example');
    expect(russian?.subject).toBe(`Atrium: ${RUSSIAN.ru.title}`);
    expect(await notifiedOf(id)).toHaveLength(2);
  });

  test('leads to this site or by https only', async () => {
    for (const link of [
      'javascript:alert(1)',
      'http://evil.example',
      '//evil.example',
      '/no/such/page',
      'https://a@b.c',
    ]) {
      const input = { id: randomUUID(), seen: '', ...fieldsOf({ link }) };
      expect([link, refusalOf(await kira.call(saveAnnouncement, input))]).toEqual([link, 'invalid']);
    }
    expect(await draft({ link: 'https://example.com/a' })).toMatchObject({ fields: { link: 'https://example.com/a' } });
  });
});

describe('who sends', () => {
  test('a few are reached at once; many only after another person agreed, who saw text and number', async () => {
    const small = await draft({ segment: { languages: ['de'] } });
    expect(dataOf(await send(small))).toMatchObject({ state: 'sending', recipients: 1, sent_by: 'Кира Полевая' });

    const large = await draft();
    expect(large).toMatchObject({ needs_approval: true });
    expect(dataOf(await send(large, oscar))).toMatchObject({ state: 'waiting', recipients: CROWD + 6 });
    expect(dataOf(await send(large, oscar))).toMatchObject({ state: 'waiting' });
    await runJobs();
    expect(await notifiedOf(large.id)).toEqual([]);
    // Its text is the one that was asked for.
    const rewrite = { id: large.id, seen: large.draft?.changed_at ?? '', ...fieldsOf({ link: '/dashboard/feed' }) };
    expect(refusalOf(await kira.call(saveAnnouncement, rewrite))).toBe('decided_before');

    // The approver sees the number that was prepared; the announcement's own page counts again, as sending will.
    const block = (blockedAt: Date | null) =>
      db.update(members).set({ blockedAt }).where(eq(members.username, 'marie'));
    await block(services.clock.now());
    const { items } = dataOf(await olga.call(listApprovals, {}));
    const prepared = { title: RUSSIAN.ru.title, recipients: CROWD + 6, count: null };
    expect(items).toMatchObject([{ about: { kind: 'announcement', announcement: prepared } }]);
    expect(await open(large.id)).toMatchObject({ recipients: CROWD + 6, count: { members: CROWD + 5 } });
    await block(null);
    const approve = { id: items[0]!.id, decision: 'approve', reason: 'read it' } as const;
    expect(refusalOf(await oscar.call(decideApproval, approve))).toBe('prepared_by_you');
    expect(refusalOf(await kira.call(decideApproval, approve))).toBe('not_able');
    const artur = await signIn('artur');
    expect(refusalOf(await artur.call(decideApproval, approve))).toBe('not_able');
    const both = await Promise.all([1, 2].map(() => olga.call(decideApproval, approve)));
    expect(both.map(refusalOf).toSorted()).toEqual(['decided_before', 'done']);
    expect(await open(large.id)).toMatchObject({
      state: 'sending',
      sent_by: 'Oscar Wendt',
      approved_by: 'Ольга Верная',
    });
    await runJobs();
    expect(await notifiedOf(large.id)).toHaveLength(CROWD + 6);
  });

  test('a declined one is a draft again, that can be changed and asked for once more', async () => {
    const written = await draft();
    dataOf(await send(written, oscar));
    const { items } = dataOf(await olga.call(listApprovals, {}));
    dataOf(await olga.call(decideApproval, { id: items[0]!.id, decision: 'decline', reason: 'too long' }));
    expect(await open(written.id)).toMatchObject({ state: 'declined' });
    const seen = written.draft?.changed_at ?? '';
    const change = { id: written.id, seen, ...fieldsOf({ segment: { languages: ['de'] } }) };
    const changed = dataOf(await kira.call(saveAnnouncement, change));
    expect(changed).toMatchObject({ state: 'draft', recipients: null, count: { members: 1 } });
    expect(dataOf(await send(changed))).toMatchObject({ state: 'sending' });
  });

  test('nobody sends an unfinished text, another version than the one they saw, or without the right', async () => {
    const empty = await draft({ texts: { ru: { title: 'Без текста', text: '' } } });
    expect(refusalOf(await send(empty))).toBe('draft_wrong');
    const german = await draft({ texts: { de: { title: 'Ohne', text: 'die Vorgabe' } } });
    expect(refusalOf(await send(german))).toBe('draft_wrong');

    const first = await draft({ segment: { languages: ['de'] } });
    const rewrite = {
      id: first.id,
      seen: first.draft?.changed_at ?? '',
      ...fieldsOf({ segment: { languages: ['fr'] } }),
    };
    dataOf(await olga.call(saveAnnouncement, rewrite));
    expect(refusalOf(await send(first))).toBe('draft_moved_on');
    expect(refusalOf(await kira.call(saveAnnouncement, { ...rewrite, ...fieldsOf({}) }))).toBe('draft_moved_on');

    const sam = await signIn('sam');
    expect(refusalOf(await send(first, sam))).toBe('not_able');
    expect(refusalOf(await sam.call(getAnnouncement, { id: first.id }))).toBe('not_able');
    const late = await signIn('kira');
    served.clock.advance(15 * 60);
    expect(refusalOf(await send(await draft({ segment: { languages: ['de'] } }), late))).toBe('confirmation_required');
    expect(await db.$count(notices)).toBe(0);
  });

  test('drafts are listed, and thrown away by those who saw them', async () => {
    const [one, two] = [await draft(), await draft()];
    const { items } = dataOf(await kira.call(listAnnouncements, {}));
    expect(items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
    const removal = { id: one.id, seen: one.draft?.changed_at ?? '', reason: 'twice' };
    expect(refusalOf(await kira.call(discardAnnouncement, { ...removal, seen: '' }))).toBe('draft_moved_on');
    expect(refusalOf(await kira.call(discardAnnouncement, removal))).toBe('done');
    expect(refusalOf(await kira.call(discardAnnouncement, removal))).toBe('done');
    expect(dataOf(await kira.call(listAnnouncements, {})).items).toHaveLength(1);
  });
});
