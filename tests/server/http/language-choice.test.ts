import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logout } from '#contracts/auth.ts';
import { changePassword } from '#contracts/settings.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { mails, members } from '#server/db/schema/index.ts';
import { cookiesSet, formOf, jsonOf, ownerOnPage, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInByApi, signInCookies } from '../../support/app/sign-in-over-http.ts';

const { port, origin, database } = await openTestSite();
const { db } = database;

async function languageOf(username: string): Promise<string | undefined> {
  const [found] = await db.select().from(members).where(eq(members.username, username));
  return found?.language;
}

const ivan = await signInCookies(port, 'ivan');
const priya = await signInCookies(port, 'priya');

/** Follows a link to a page, with the linking page as referrer. */
async function follow(path: string, cookies: Record<string, string>, referer?: string): Promise<number> {
  const { status } = await visit(port, path, { cookies, ...(referer && { headers: { referer } }) });
  return status;
}

const choose = async (language: string, back: string, cookies: Record<string, string>, headers = {}) => {
  const form = formOf({ back, owner: await ownerOnPage(port, cookies) });
  return visit(port, `/${language}/language`, { ...form, headers: { ...form.headers, ...headers }, cookies });
};

test('a member who chooses a language is written to in it from then on, and is back on their page in it', async () => {
  const cookies = ivan;
  expect(await languageOf('ivan')).toBe('ru');
  const answer = await choose('de', '/ru/dashboard/support?topic=other', cookies);
  expect([answer.status, answer.headers.location]).toEqual([303, '/de/dashboard/support?topic=other']);
  expect(cookiesSet(answer)).toEqual({ lang: 'de' });
  expect(await languageOf('ivan')).toBe('de');

  const { access } = await signInByApi(port, 'ivan');
  const words = { old: DEMO_PASSWORD, new: 'Other-9-words', new_repeat: 'Other-9-words' };
  const changed = jsonOf(words);
  const headers = { ...changed.headers, authorization: `Bearer ${access}` };
  expect((await visit(port, changePassword.path, { ...changed, headers })).status).toBe(200);
  const kept = await db.select().from(mails).orderBy(asc(mails.createdAt));
  expect(kept.map(({ kind, language }) => [kind, language])).toContainEqual(['password-changed', 'de']);
});

test('so is a member who takes what they have typed into another language, and one who sends it is not', async () => {
  const cookies = await signInCookies(port, 'jonas');
  const before = await languageOf('jonas');
  const owner = await ownerOnPage(port, cookies);
  const typed = { owner, topic: 'other', message: 'Half a sentence' };
  await visit(port, '/fr/dashboard/support', { ...formOf(typed), cookies });
  expect(await languageOf('jonas')).toBe(before);
  const page = await visit(port, '/fr/dashboard/support', { ...formOf({ ...typed, draft: '1' }), cookies });
  expect(page.text).toContain('Half a sentence');
  expect(await languageOf('jonas')).toBe('fr');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', '/operator'])(
  'back to %o stays on this host, in the language that was chosen',
  async (back) => {
    const { status, headers } = await choose('de', back, ivan);
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^\/de(\/|$)/);
  },
);

test('another site chooses nothing for a member', async () => {
  const cookies = priya;
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
    expect((await choose('de', '/ru/dashboard/team', cookies, headers)).status).toBe(403);
  expect((await visit(port, '/de/language', { cookies })).status).toBe(302);
  expect(await languageOf('priya')).toBe('tamil');
});

test.each([
  ['by a link that somebody sent', undefined],
  ['from the same page in theirs', '/tamil/dashboard/team'],
  ['from another host', 'https://evil.example/ru/dashboard/team'],
  ['from another page', '/ru/dashboard/support'],
  ['from a page in that language', '/de/dashboard/team'],
  ['from what is no language', '/xx/dashboard/team'],
])('whoever comes to a page in another language %s has chosen nothing', async (_, from) => {
  const cookies = priya;
  const referer = from?.startsWith('/') ? origin + from : from;
  expect(await follow('/de/dashboard/team', cookies, referer)).toBe(200);
  expect(await languageOf('priya')).toBe('tamil');
});

test('a guest chooses for nobody, nor does a session that is over', async () => {
  const referer = `${origin}/ru/dashboard/team`;
  const over = await signInCookies(port, 'marie');
  const refresh = over['refresh_token'] ?? '';
  expect((await visit(port, logout.path, jsonOf({ refresh }))).status).toBe(200);
  for (const cookies of [{}, over]) {
    expect(await follow('/de/dashboard/team', cookies, referer)).toBe(302);
    expect((await choose('de', '/ru/dashboard/team', cookies)).headers.location).toBe('/de/dashboard/team');
  }
  expect(await languageOf('marie')).toBe('fr');
});

test('the code of nobody does not take the place of a good one, another good one does', async () => {
  const refOf = async (path: string, ref?: string) =>
    cookiesSet(await visit(port, path, { cookies: ref ? { ref } : {} }))['ref'];
  expect(await refOf('/en/auth/sign-up?ref=anna')).toBe('anna');
  expect(await refOf('/en/auth/sign-up?ref=nobody-has-this', 'anna')).toBeUndefined();
  expect(await refOf('/en/partnerlink/nobody-has-this', 'anna')).toBeUndefined();
  expect(await refOf('/en/auth/sign-up?ref=ivan', 'anna')).toBe('ivan');
  expect(await refOf('/en/partnerlink/ivan', 'anna')).toBe('ivan');
  const page = await visit(port, '/en/auth/sign-up?ref=nobody-has-this', { cookies: { ref: 'anna' } });
  expect(page.text).toContain('@anna');
});
