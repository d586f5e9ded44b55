import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logout } from '#contracts/auth.ts';
import { changePassword } from '#contracts/settings.ts';
import { DEMO_PASSWORD } from '#server/seed/cast.ts';
import { mails, members } from '#server/db/schema/index.ts';
import { cookiesSet, jsonOf, visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';
import { signInByApi, signInCookies } from '../../support/sign-in-over-http.ts';

const { port, origin, database } = await openTestSite();
const { db } = database;

async function languageOf(username: string): Promise<string | undefined> {
  const [found] = await db.select().from(members).where(eq(members.username, username));
  return found?.language;
}

/** Follows a link to a page, from the page that has it. */
async function follow(path: string, cookies: Record<string, string>, referer?: string): Promise<number> {
  const { status } = await visit(port, path, { cookies, ...(referer && { headers: { referer } }) });
  return status;
}

test('a member who switches the language of a page is written to in that language from then on', async () => {
  const cookies = await signInCookies(port, 'ivan');
  expect(await languageOf('ivan')).toBe('ru');
  const support = '/de/dashboard/support';
  expect(await follow(support, cookies, `${origin}/ru/dashboard/support?topic=other`)).toBe(200);
  expect(await languageOf('ivan')).toBe('de');

  const { access } = await signInByApi(port, 'ivan');
  const words = { old: DEMO_PASSWORD, new: 'Other-9-words', new_repeat: 'Other-9-words' };
  const changed = jsonOf(words);
  const headers = { ...changed.headers, authorization: `Bearer ${access}` };
  expect((await visit(port, changePassword.path, { ...changed, headers })).status).toBe(200);
  const kept = await db.select().from(mails).orderBy(asc(mails.createdAt));
  expect(kept.map(({ kind, language }) => [kind, language])).toContainEqual(['password-changed', 'de']);
});

test.each([
  ['by a link that somebody sent', undefined],
  ['from another host', 'https://evil.example/ru/dashboard/team'],
  ['from another page', '/ru/dashboard/support'],
  ['from a page in that language', '/de/dashboard/team'],
  ['from what is no language', '/xx/dashboard/team'],
])('whoever comes to a page in another language %s has chosen nothing', async (_, from) => {
  const cookies = await signInCookies(port, 'priya');
  const referer = from?.startsWith('/') ? origin + from : from;
  expect(await follow('/de/dashboard/team', cookies, referer)).toBe(200);
  expect(await languageOf('priya')).toBe('tamil');
});

test('a guest chooses for nobody, nor does a session that is over', async () => {
  const referer = `${origin}/ru/dashboard/team`;
  const over = await signInCookies(port, 'marie');
  const refresh = over['refresh_token'] ?? '';
  expect((await visit(port, logout.path, jsonOf({ refresh }))).status).toBe(200);
  for (const cookies of [{}, over]) expect(await follow('/de/dashboard/team', cookies, referer)).toBe(302);
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
