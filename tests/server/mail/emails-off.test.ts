import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { isOfSignUp, MAIL_KINDS, type MailKind } from '#domain/mails.ts';
import { isWantedEmail, SENT_ALWAYS, WANTED_EMAILS } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { textName } from '#domain/text-name.ts';
import { translator } from '#i18n/translator.ts';
import { addSeconds, systemClock } from '#server/base/clock.ts';
import { announcements, factorRemovals, mailedLinks, mails, members, signUps, staff } from '#server/db/schema/index.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { enqueueActivationEmail, enqueueEmails, type QueuedEmail } from '#server/mail/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { formOf, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { openMailServer, readEmail } from '../../support/world/smtp.ts';

const SUPPORT = 'help@atrium.example';
const mailServer = await openMailServer();
const site = await openTestSite({ env: { SMTP_URL: mailServer.url, SUPPORT_EMAIL: SUPPORT } });
const { port, database } = site;
const { db } = database;
const services = { clock: systemClock };

const memberOf = async (username: string) =>
  (await db.select().from(members).where(eq(members.username, username)))[0]!;
const turnedOff = async () => {
  const rows = await db
    .select()
    .from(members)
    .where(sql`${members.unwantedMails} <> '[]'::jsonb`);
  return Object.fromEntries(rows.map(({ username, unwantedMails }) => [username, unwantedMails]));
};
/** Headers and body of every kind of e-mail, as received by a mail server. */
const sent = new Map<MailKind, ReturnType<typeof readEmail>>();

async function giveAnnouncement(): Promise<string> {
  const { id: olga } = await addStaffMember();
  const now = systemClock.now();
  const id = crypto.randomUUID();
  await db.insert(announcements).values({
    ...{ id, state: 'sending', texts: { ru: { title: 'Работы', text: 'Ночью.' } }, link: '', isByEmail: true },
    segment: { languages: [], statuses: [], activity: 'all', plan: '' },
    ...{ createdBy: olga, createdAt: now, changedBy: olga, changedAt: now },
  });
  return id;
}

async function addStaffMember(): Promise<{ id: number }> {
  const person = { email: 'olga@demo.example', name: 'Olga', role: 'owner', language: 'en' } as const;
  const [added] = await db
    .insert(staff)
    .values({ ...person, invitedAt: systemClock.now() })
    .returning({ id: staff.id });
  return added!;
}

beforeAll(async () => {
  const ivan = await memberOf('ivan');
  const later = addSeconds(systemClock.now(), 3600);
  const newEmail = 'new@demo.example';
  await db.insert(factorRemovals).values({ memberId: ivan.id, askedAt: systemClock.now(), dueAt: later });
  await db
    .insert(mailedLinks)
    .values({ memberId: ivan.id, purpose: 'email', newEmail, tokenHash: hashToken(newEmail), expiresAt: later });
  const announcementId = await giveAnnouncement();
  const queued = MAIL_KINDS.filter((kind): kind is QueuedEmail['kind'] => !isOfSignUp(kind)).map((kind) => {
    const aboutId = kind === 'announcement' ? announcementId : undefined;
    return { kind, member: ivan, to: kind === 'email-confirmation' ? newEmail : undefined, aboutId };
  });
  await database.transaction((tx) => enqueueEmails(tx, services, queued));
  for (const passwordHash of ['x', null]) {
    const typed = {
      username: `guest-${passwordHash}`,
      email: 'guest@demo.example',
      language: 'en' as const,
      passwordHash,
    };
    const times = { id: crypto.randomUUID(), requestedAt: systemClock.now(), expiresAt: later };
    const [signUp] = await db
      .insert(signUps)
      .values({ ...typed, ...times })
      .returning();
    await database.transaction((tx) => enqueueActivationEmail(tx, services, signUp!));
  }
  await vi.waitFor(() => expect(mailServer.emails).toHaveLength(MAIL_KINDS.length), { timeout: 20_000 });
  const kindById = new Map((await db.select().from(mails)).map(({ id, kind }) => [id, kind]));
  for (const email of mailServer.emails) {
    const [, id = ''] = /^Message-ID: <([^@]+)@/m.exec(email.raw) ?? [];
    sent.set(kindById.get(id)!, readEmail(email));
  }
});

beforeEach(() => db.update(members).set({ unwantedMails: [] }));

function linkOf(kind: MailKind): URL {
  const [, address = ''] = /^List-Unsubscribe: <(\S+)>$/m.exec(sent.get(kind)!.head) ?? [];
  return new URL(address);
}

const oneClick = ({ pathname, search }: URL, more = formOf({ 'List-Unsubscribe': 'One-Click' })) =>
  visit(port, pathname + search, more);

function withToken(link: URL, change: (parts: string[]) => string[]): URL {
  const changed = new URL(link);
  changed.searchParams.set('token', change((link.searchParams.get('token') ?? '').split('.')).join('.'));
  return changed;
}

test('every kind of e-mail says that it is automatic, where answers go, and that it can be dark', () => {
  expect([...sent.keys()].toSorted()).toEqual(MAIL_KINDS.toSorted());
  for (const [kind, { head, html }] of sent) {
    expect(head, kind).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head, kind).toMatch(new RegExp(`^Reply-To: ${SUPPORT}$`, 'm'));
    expect(html, kind).toContain('<meta name="color-scheme" content="light dark">');
  }
});

test('every e-mail that can be turned off has the headers of RFC 8058 and a link to the setting; no other has', () => {
  for (const [kind, { head, text, html }] of sent) {
    const settings = path('ru', 'settingsNotices');
    const has = [/^List-Unsubscribe: <http/m.test(head), text.includes(settings), html.includes(settings)];
    expect(has, kind).toEqual(Array.from(has, () => isWantedEmail(kind)));
    expect(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m.test(head), kind).toBe(isWantedEmail(kind));
    if (isWantedEmail(kind)) expect(text).toContain(linkOf(kind).href);
  }
});

test.each(WANTED_EMAILS)('a mail program turns off %s with one POST, for its reader alone', async (kind) => {
  for (const times of ['once', 'twice']) {
    const { status, headers, text } = await oneClick(linkOf(kind));
    expect([status, headers.location], times).toEqual([200, undefined]);
    expect(text).toContain(translator('ru')('auth:emails_off.done'));
    expect(await turnedOff()).toEqual({ ivan: [kind] });
  }
});

test('one kind after the other, in two encodings and from a mail program in a browser', async () => {
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  const packed = new Response(form);
  const headers = { 'content-type': packed.headers.get('content-type') ?? '', 'sec-fetch-site': 'none' };
  const multipart = { method: 'POST', headers, body: await packed.text() };
  await oneClick(linkOf('place-full'));
  expect((await oneClick(linkOf('place-opened'), multipart)).status).toBe(200);
  expect(await turnedOff()).toEqual({ ivan: ['place-full', 'place-opened'] });
});

test('a scanner that opens the link changes nothing', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { pathname, search } = linkOf('place-opened');
    expect((await visit(port, pathname + search, { method })).status).toBe(200);
  }
  expect(await turnedOff()).toEqual({});
});

test.each(LANGUAGES)(
  'a reader without a session opens the link in $name, presses the button, and reads that it is done',
  async ({ segment }) => {
    const t = translator(segment);
    const { search, searchParams } = linkOf('support-answered');
    const opened = await visit(port, path(segment, 'emailsOff') + search);
    const name = t(`notices:names.${textName('support-answered')}`);
    expect(opened.text).toContain(t('auth:emails_off.lede', { name }).replaceAll('’', '’'));
    expect(await turnedOff()).toEqual({});
    const pressed = await visit(port, path(segment, 'emailsOff'), formOf({ token: searchParams.get('token') ?? '' }));
    expect(pressed.status).toBe(303);
    expect(await turnedOff()).toEqual({ ivan: ['support-answered'] });
    expect((await visit(port, String(pressed.headers.location))).text).toContain(t('auth:emails_off.done'));
  },
);

describe('a forged link', () => {
  test('turns nothing off, and after many tries its address is refused', async () => {
    const link = linkOf('place-opened');
    const anna = await memberOf('anna');
    const forged = [
      withToken(link, ([, kind = '', proof = '']) => [String(anna.id), kind, proof]),
      withToken(link, ([id = '', , proof = '']) => [id, 'place-full', proof]),
      withToken(link, ([id = '', , proof = '']) => [id, SENT_ALWAYS[0]!, proof]),
      withToken(link, ([id = '', kind = '']) => [id, kind, 'A'.repeat(43)]),
      withToken(link, ([id = '', kind = '']) => [id, kind]),
      withToken(link, () => ['']),
    ];
    for (const one of forged) expect((await oneClick(one)).status, one.search).toBe(422);
    for (let tries = 0; tries <= LIMITS.mailedLinkAddress.max; tries += 1) await oneClick(forged[0]!);
    expect((await oneClick(forged[0]!)).status).toBe(429);
    expect(await turnedOff()).toEqual({});
    // A mail provider sends many one-click requests from one address, so valid links are never limited.
    expect((await oneClick(link)).status).toBe(200);
  });

  test('of a member who has left changes nothing', async () => {
    const ivan = await memberOf('ivan');
    await db
      .update(members)
      .set({ closedAt: systemClock.now() })
      .where(inArray(members.id, [ivan.id]));
    expect((await oneClick(linkOf('place-opened'))).status).toBe(200);
    expect(await turnedOff()).toEqual({});
    await db.update(members).set({ closedAt: null }).where(eq(members.id, ivan.id));
  });
});
