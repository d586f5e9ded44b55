import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { toApiRequest } from '#contracts/call.ts';
import * as posts from '#contracts/console/posts.ts';
import { answerConsoleSupport } from '#contracts/console/support.ts';
import type { Contract, InputOf } from '#contracts/contract.ts';
import { saveSettings } from '#contracts/settings.ts';
import { sendSupport } from '#contracts/support.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { mailbox, members } from '#server/db/schema/index.ts';
import { everyday } from '../support/everyday.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { postAccruals } from '../support/people/money.ts';
import { memberOf } from '../support/app/stage.ts';
import { openTarget } from '../support/app/target.ts';

/** Texts that a person may write and that must stay plain text. */
const EVIL = [
  '"><img src=x onerror=alert(1)><b>&amp;',
  "</script><script>alert(1)</script>'; drop table members; --",
  '$t(common:user) {{product}} {{- name}} ${7*7} <%= 7*7 %> #{7*7}',
  '=HYPERLINK("http://evil.example")\u2028<!-- --!> ]]>',
];
/** As shown: invisible characters are removed. */
const shown = (text: string) => text.replaceAll('\u2028', ' ').replaceAll(/ {2,}/g, ' ');
const NAME = (evil: string) => evil.slice(0, 90);

const target = await openTarget({ money: true });
const { services, send } = target;
const languages = LANGUAGES.map(({ segment }) => segment);

/** The reduced run tries one text per language, the long one all. */
const cases = languages.flatMap((language, index) =>
  EVIL.filter((_, number) => number === everyday(index % EVIL.length, number)).map((evil) => ({ language, evil })),
);

async function call<C extends Contract>(contract: C, input: InputOf<C>, bearer: string, language = 'en') {
  const uid = contract.uid ? { uid: randomUUID() } : {};
  const { method, path, headers, body } = toApiRequest(contract, input as Record<string, unknown>, language, uid);
  const answer = await send({ method, path, headers, body: String(body) }, { bearer });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.text.startsWith('{') ? JSON.parse(answer.text) : answer.text;
}

/** Decodes entities, as a browser does. */
function read(html: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return html.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, tens, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(tens ?? 0);
    return code ? String.fromCodePoint(code) : (named[name] ?? whole);
  });
}

/** Why a page that shows the text, or may show it, is wrong; undefined if it is right. */
function whatIsWrong(html: string, evil: string, isShown: boolean): string | undefined {
  // A quoted attribute value is not markup if it has no quotes of its own.
  if (/<img src=x|<script>alert|<!-- --!>/.test(html.replaceAll(/="[^"]*"/g, ''))) return 'is markup';
  const text = read(html);
  // Props of an island contain it as JSON in an attribute.
  const isThere = [text, text.replaceAll(String.raw`\"`, '"'), read(text)].some((one) => one.includes(evil));
  return isShown && !isThere ? 'is not there as it was written' : undefined;
}

describe.each(cases)('$evil in $language', ({ evil, language }) => {
  const bearers: Record<'anna' | 'ivan' | 'kira' | 'olga', string> = { anna: '', ivan: '', kira: '', olga: '' };
  const slug = `evil-${languages.indexOf(language)}-${EVIL.indexOf(evil)}`;
  let number = '';

  beforeAll(async () => {
    await target.forgetTries();
    for (const name of ['anna', 'ivan'] as const) bearers[name] = (await target.session(name)).access;
    bearers.kira = await target.staffSession('kira');
    bearers.olga = await target.staffSession('olga');
    await services.db.execute(sql`update members set language = ${language} where username in ('anna', 'ivan')`);
    for (const name of ['anna', 'ivan'] as const) {
      const { email } = await memberOf(target, name);
      await call(
        saveSettings,
        {
          name: NAME(evil),
          email: email!,
          contacts: { telegram: evil, phone: evil, other: evil },
          contacts_visibility: 'first_line',
          partner_shows_name: true,
          in_sitemap: true,
        },
        bearers[name],
      );
    }
    ({ number } = await call(sendSupport, { topic: 'other', message: evil, send_email: true }, bearers.anna));
    await call(answerConsoleSupport, { number, text: evil, seen: 0 }, bearers.olga);
    await postAccruals(services, 'anna', [
      { micros: 10_000_000n, details: { reason: 'earnings', source: 'ivan', document: NAME(evil) } },
    ]);
    await call(posts.beginPost, { slug, kind: 'webinar' }, bearers.kira);
    const { fields } = await open();
    const texts = languages.map((one) => ({ language: one, title: NAME(evil), markdown: evil }));
    const webinar = {
      starts_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16),
      minutes: '60',
      speaker: NAME(evil),
      join_url: 'https://meet.example/a',
      recording_url: '',
    };
    const saved = { ...fields, slug, seen: (await open()).draft.changed_at, webinar, texts };
    const draft = await call(posts.savePostDraft, saved, bearers.kira);
    expect(draft.wrong).toEqual([]);
    await call(posts.publishPostDraft, { slug, shown: draft.shown, reason: evil }, bearers.kira);
  });

  async function open() {
    const { text } = await send({ method: 'GET', path: `/operator/api/posts/${slug}/` }, { bearer: bearers.kira });
    return JSON.parse(text);
  }

  async function page(path: string, cookies: Record<string, string>) {
    const cookie = Object.entries(cookies)
      .map(([key, value]) => `${key}=${value}`)
      .join('; ');
    return send({ method: 'GET', path, headers: { cookie, 'accept-language': language } });
  }

  test('is only text on every page of members', async () => {
    const wrong: string[] = [];
    const name = shown(NAME(evil));
    const pages: [path: string, who: 'anna' | 'ivan' | undefined, text: string | undefined][] = [
      ['dashboard/profile', 'anna', name],
      ['dashboard/profile', 'ivan', name],
      ['dashboard/team', 'anna', name],
      ['dashboard/team/ivan', 'anna', name],
      ['dashboard/finance', 'anna', undefined],
      ['dashboard/support', 'anna', undefined],
      ['dashboard/notices', 'anna', undefined],
      ['dashboard/settings', 'anna', name],
      ['dashboard/feed', 'anna', undefined],
      ['dashboard/feed/webinars', 'anna', undefined],
      ['partnerlink/anna', undefined, name],
      [`dashboard/team?search=${encodeURIComponent(evil)}`, 'anna', undefined],
      [`auth/ref/${encodeURIComponent(evil.slice(0, 20))}`, undefined, undefined],
      [`partnerlink/${encodeURIComponent(evil.slice(0, 20))}`, undefined, undefined],
      [`auth/reset?token=${encodeURIComponent(evil)}`, undefined, undefined],
      [`auth?return_to=${encodeURIComponent(evil)}&email=${encodeURIComponent(evil)}`, undefined, undefined],
    ];
    const isNew = async () => read((await page(`/${language}/partnerlink/anna`, {})).text).includes(name);
    // A public page may be cached for some seconds.
    await expect.poll(isNew, { timeout: 20_000 }).toBe(true);
    for (const [path, who, text] of pages) {
      const { status, text: html } = await page(`/${language}/${path}`, who ? { access_token: bearers[who] } : {});
      if (status >= 500) wrong.push(`${path} ${status}`);
      const fault = whatIsWrong(html, text ?? evil, text !== undefined);
      if (fault) wrong.push(`${path}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  });

  test('is only text at the console', async () => {
    const wrong: string[] = [];
    for (const path of [
      'members',
      'members/anna',
      'support',
      `support/${number}`,
      `posts/${slug}`,
      'posts',
      'log',
      'mails',
      'overview',
      `members?search=${encodeURIComponent(evil)}`,
    ]) {
      const { status, text: html } = await page(`/operator/${path}`, { staff_session: bearers.olga });
      if (status >= 500) wrong.push(`${path} ${status}`);
      const fault = whatIsWrong(html, evil, path === `support/${number}`);
      if (fault) wrong.push(`${path}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  });

  test('breaks out of no statement, calendar, card, data for search engines or e-mail', async () => {
    const statement = await page(
      `/api/finance/statement/?from=2026-01-01&to=${new Date().getUTCFullYear() + 1}-12-31`,
      {
        access_token: bearers.anna,
      },
    );
    expect(statement.text).toContain(NAME(evil).slice(0, 3).replaceAll('"', '""'));
    expect(statement.text).not.toMatch(/(^|[;,"])[=@](HYPERLINK|SUM)/m);
    const feed = await send({ method: 'GET', path: '/api/feed/?kind=webinar' }, { bearer: bearers.anna });
    const webinar = JSON.parse(feed.text).items.find(({ title }: { title: string }) =>
      title.startsWith(evil.slice(0, 12)),
    );
    expect(webinar, feed.text.slice(0, 400)).toBeDefined();
    const file = await page(`/${language}/dashboard/feed/webinars/${webinar.id}.ics`, { access_token: bearers.anna });
    expect(file.status).toBe(200);
    for (const line of file.text.split('\r\n')) expect(line).toMatch(/^($| |[A-Z-]+[;:])/);
    const partner = async () => {
      const { text } = await page(`/${language}/partnerlink/anna`, {});
      const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
      expect(blocks).toHaveLength(1);
      return JSON.parse(blocks[0]?.[1] ?? '');
    };
    // A public page may be cached for some seconds.
    await expect.poll(async () => (await partner()).mainEntity.name, { timeout: 20_000 }).toBe(shown(NAME(evil)));
    const { pathname, search } = new URL((await partner()).primaryImageOfPage.url);
    const card = await page(pathname + search, {});
    expect(card).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(card.bytes.toString('latin1')).toMatch(/^\x89PNG/);
    const copies = async () =>
      (await services.db.select().from(mailbox)).filter(({ subject, text }) => (subject + text).includes(number));
    await expect.poll(async () => (await copies()).length).toBeGreaterThan(0);
    for (const { text, html } of await copies()) {
      expect(text).toContain(evil);
      expect(read(html)).toContain(evil);
    }
    const mails = await services.db.select().from(mailbox);
    for (const { subject, text } of mails) expect(subject + text.slice(0, 1)).not.toMatch(/[\r\n]/);
    for (const { html } of mails) expect(html ?? '').not.toMatch(/<img src=x|<script/);
  });
});

test('and after all of it the ledger is sound, and every table is there', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await services.db.$count(members)).toBeGreaterThan(0);
});
