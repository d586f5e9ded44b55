import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { translator } from '#i18n/translator.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { openStaffSession } from '#server/operator/staff/session.ts';
import { staff, withdrawals } from '#server/db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { fileForm, formOf, type HttpAnswer, jsonOf, ownerOnPage, visit } from '../support/app/http.ts';
import { fingerprint } from '../support/db/fingerprint.ts';
import { WALLET } from '../support/people/money.ts';
import { pngOf } from '../support/browser/pictures.ts';
import { emailOf } from '../support/people/staff.ts';
import { openStage, sessionCookies } from '../support/app/stage.ts';

// Anna's tab is open, another person signs in with the same browser, and then Anna's tab sends something.
const site = await openStage({ money: true, env: { RUN_JOBS: 'false' } });
const port = Number(new URL(site.origin).port);
const { db } = site.services;
await site.services.transaction((tx) => seedStaff(tx, site.services));
const t = translator('en');

type Cookies = Record<string, string>;
const anna = await cookiesOf('anna');
const ivan = await cookiesOf('ivan');
const olga = await staffCookies('olga');
const oscar = await staffCookies('oscar');
const annasPage = await ownerOnPage(port, anna);
const olgasPage = await ownerOnPage(port, olga, '/operator');

async function cookiesOf(username: string): Promise<Cookies> {
  const cookies = await sessionCookies(site, username);
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

async function staffCookies(name: string): Promise<Cookies> {
  const [person] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf(name)));
  const caller = { address: '192.0.2.1', userAgent: '', requestId: 'test', language: 'en' } as const;
  const { token } = await site.services.transaction((tx) => openStaffSession(tx, site.services, person!, caller));
  return { staff_session: token };
}

/** By caller: cookies of the wrong account, and the page owner of the right one. */
const roles = {
  member: { cookies: ivan, page: annasPage, now: 'ivan', before: 'anna' },
  staff: { cookies: oscar, page: olgasPage, now: 'Oscar Wendt', before: 'Ольга Верная' },
};
type Role = keyof typeof roles;

const called = [...contracts, ...consoleContracts].filter(({ caller }) => caller in roles) as (Contract & {
  caller: Role;
})[];
const changing = called.filter(({ method }) => method === 'POST');
const nameOf = ({ method, path }: Contract) => `${method} ${path}`;

function send({ method, path, caller }: (typeof called)[number], headers: Record<string, string>) {
  const address = path.replaceAll(/\{\w+\}/g, '1');
  const body = method === 'POST' ? jsonOf({}) : { headers: {} };
  const language = { 'accept-language': 'en' };
  return visit(port, address, {
    ...body,
    headers: { ...body.headers, ...language, ...headers },
    cookies: roles[caller].cookies,
  });
}

describe('a call of a page', () => {
  test.each(called.map((one) => [nameOf(one), one] as const))(
    '%s is refused to the account of another tab',
    async (_, one) => {
      const { page, now, before } = roles[one.caller];
      const answer = await send(one, { [PAGE_OWNER]: page });
      expect(answer.status).toBe(409);
      expect(JSON.parse(answer.text)).toEqual({
        code: 'other_account',
        detail: t('refusals:other_account', { now, before }),
      });
    },
  );

  test.each(changing.map((one) => [nameOf(one), one] as const))(
    '%s changes nothing without an owner',
    async (_, one) => {
      const answer = await send(one, {});
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([409, 'page_outdated']);
    },
  );

  test.each([
    ['made up', 'ivan.AAAAAAAAAAAAAAAAAAAAAA'],
    ['of staff with the same number', olgasPage.replace(/^[^.]+/, 'ivan')],
    ['cut off', annasPage.slice(0, -1).replace('anna', 'ivan')],
    ['without a name', annasPage.replace('anna', '')],
    ['no encoding', '%E0%A4%A.x'],
    ['too long', `${'x'.repeat(5000)}.x`],
  ])('whose owner is %s is refused', async (_, claim) => {
    const withdraw = changing.find(({ path }) => path === '/api/finance/withdrawals/')!;
    expect((await send(withdraw, { [PAGE_OWNER]: claim })).status).toBe(409);
  });

  test('a program with a bearer names no owner and is served', async () => {
    const answer = await visit(port, '/api/feed/read/', {
      ...jsonOf({ all: true }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ivan['access_token']}` },
    });
    expect(answer.status).toBe(200);
  });
});

/** Finds every page that takes a form, by its source, with the values of its `act` field. */
function formPages() {
  const root = 'src/pages';
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(astro|ts)$/.test(name))
    .map((name) => ({ name, source: withServerHalf(readFileSync(join(root, name), 'utf8')) }))
    .filter(({ source }) =>
      /formData\(|readForm\(|readPhotoForm\(|formAction\(|method === 'POST'|POST: APIRoute/.test(source),
    )
    .map(({ name, source }) => ({
      name,
      acts: [
        ...new Set(
          [...source.matchAll(/act === '([\w-]+)'|ACTS = \[([^\]]+)\]/g)].flatMap(
            ([, one, list]) => one ?? list!.match(/\w+/g)!,
          ),
        ),
      ],
      isRead: /readForm\(|readPhotoForm\(|formAction\(/.test(source),
    }));
}

/** The page's source with the server files that it imports from the islands. */
function withServerHalf(page: string): string {
  const files = [...page.matchAll(/'#(islands\/(?!shared\/)[\w/-]+\.server\.ts)'/g)].map(([, file]) => file!);
  return [page, ...files.map((file) => readFileSync(join('src', file), 'utf8'))].join('\n');
}

/** These pages act for the holder of a link or password, or for the browser, so they name no account. */
const FOR_NOBODY = /^\[lang\]\/(auth\/|theme\.ts$|language\.ts$)|^operator\/(sign-in|invitation)\.astro$/;
const ofAccounts = formPages().filter(({ name }) => !FOR_NOBODY.test(name));

const FIELDS = {
  ...{ uid: '00000000-0000-4000-8000-000000000001', step: 'send', destination: WALLET, amount: '10.00', pin: '4826' },
  ...{ pin_repeat: '4826', password: 'Demo-2026!', code: '123456', understood: 'on', id: '1', name: 'Somebody' },
  ...{ email: 'ivan@demo.example', topic: 'other', message: 'Whose is it?', old: 'Demo-2026!', new: 'Green-5-horses' },
  ...{ new_repeat: 'Green-5-horses', price: '100.00', setup: 'x', theme: 'light', language: 'ru', here: '/operator' },
  ...{ contacts_visibility: 'nobody', send_email: 'on' },
};

const values: Record<string, string> = {};
{
  const [first] = await db.select().from(withdrawals).limit(1);
  values['withdrawals'] = first?.id ?? '';
}

function addressOf(file: string): string {
  const path = file.replace(/(\/index)?\.(astro|ts)$/, '').replace('[lang]', 'en');
  return `/${path
    .replace('withdrawals/[id]', `withdrawals/${values['withdrawals']}`)
    .replace('[platform]/plans/[plan]', 'licenses/plans/licenses-1')
    .replace('[id]', '1')
    .replace(/\[\w+\]/, 'pay')}`;
}

async function sendForm(file: string, fields: Record<string, string>): Promise<HttpAnswer> {
  const isConsole = file.startsWith('operator/');
  const { cookies } = roles[isConsole ? 'staff' : 'member'];
  const isPhoto = file.endsWith('settings/photo.astro');
  const form = isPhoto ? await photoOf(fields) : formOf(fields);
  return visit(port, addressOf(file), { ...form, headers: { ...form.headers, 'accept-language': 'en' }, cookies });
}

async function photoOf(fields: Record<string, string>) {
  const form = await fileForm(Buffer.from(pngOf(96, 96)));
  const boundary = /boundary=(.*)$/.exec(form.headers['content-type'] ?? '')?.[1];
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { ...form, body: Buffer.concat([Buffer.from(parts.join('')), form.body]) };
}

describe('a form', () => {
  test('of every page is read in the one place that knows its owner', () => {
    expect(ofAccounts.filter(({ isRead }) => !isRead).map(({ name }) => name)).toEqual([]);
    expect(ofAccounts.length).toBeGreaterThan(20);
  });

  const sent = ofAccounts.flatMap(({ name, acts }) =>
    (acts.length > 0 ? acts : ['']).map((act) => [name, act] as const),
  );

  test.each(sent)('of %s (%s) acts for nobody but whom it was rendered for', async (file, act) => {
    const role = roles[file.startsWith('operator/') ? 'staff' : 'member'];
    const before = await fingerprint(db);
    const other = await sendForm(file, { ...FIELDS, act, owner: role.page });
    expect(other.status).toBe(409);
    const words = t('refusals:other_account', { now: role.now, before: role.before });
    expect(other.text).toContain(words);
    // Pages of an older version may still sign out.
    const none = file.includes('sign-out') ? undefined : await sendForm(file, { ...FIELDS, act });
    expect(none?.status).not.toBe(303);
    expect(await fingerprint(db)).toEqual(before);
  });
});

describe('a page', () => {
  const addresses = ofAccounts.map(({ name }) => [name] as const);

  test.each(addresses)('%s names whom it was rendered for in all of its forms', async (file) => {
    const isConsole = file.startsWith('operator/');
    const page = await visit(port, addressOf(file), { cookies: isConsole ? olga : anna });
    const forms = page.text.match(/<form\b[^>]*method="post"[^>]*>.*?<\/form>/gs) ?? [];
    const owner = `value="${isConsole ? olgasPage : annasPage}"`;
    const nameless = forms.filter(
      (form) => !/action="[^"]*\/theme"/.test(form) && !(form.includes('name="owner"') && form.includes(owner)),
    );
    // Hidden forms are filled by script, which sends them as calls.
    expect(nameless.filter((form) => !form.includes('hidden=""'))).toEqual([]);
  });
});

test('what was typed goes along to the page of the account that is signed in now, and no secret does', async () => {
  const form = { ...FIELDS, owner: annasPage };
  const refused = await sendForm('[lang]/dashboard/support.astro', form);
  expect(refused.text).toContain('action="/en/dashboard/support"');
  expect(refused.text).toContain('value="Whose is it?"');
  const finance = await sendForm('[lang]/dashboard/finance/index.astro', form);
  expect(finance.text).toContain(`value="${WALLET}"`);
  for (const { text } of [refused, finance]) expect(text).not.toContain('4826');
  const again = await sendForm('[lang]/dashboard/support.astro', { message: 'Whose is it?', draft: '1' });
  expect([again.status, again.text.includes('Whose is it?')]).toEqual([200, true]);
});
