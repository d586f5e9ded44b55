import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activate, signUp } from '#contracts/auth.ts';
import { getAgreement } from '#contracts/consents.ts';
import { closeAccount } from '#contracts/data.ts';
import { consents, legalVersions, members } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { publishVersion } from '../../../support/people/legal.ts';
import { fillSignUp, GUEST_PASSWORD, newMember, shownAgreement } from '../../../support/people/guests.ts';

const testServices = await createTestServices();
const { services, app, clock } = testServices;
const { db } = services;
const api = apiOf(app);

const publish = (document: 'terms' | 'privacy', version: string) => publishVersion(services, document, version);
const send = (form: Awaited<ReturnType<typeof fillSignUp>>) => api.call(signUp, form, { address: newAddress() });

async function consentsOf(username: string) {
  return db
    .select({
      document: consents.document,
      version: legalVersions.version,
      isSameText: sql<boolean>`${consents.hash} = ${legalVersions.hash}`,
      language: consents.language,
      agreedAt: consents.agreedAt,
    })
    .from(consents)
    .innerJoin(members, eq(members.id, consents.memberId))
    .innerJoin(legalVersions, eq(legalVersions.id, consents.versionId))
    .where(eq(members.username, username))
    .orderBy(consents.versionId);
}

test('without both documents a guest confirms only the age, and no version is named', async () => {
  expect(dataOf(await api.call(getAgreement, {}))).toEqual({ minimum_age: 18, documents: [], agreed: '18' });
  await publish('terms', 'only');
  expect(dataOf(await api.call(getAgreement, {})).documents).toEqual([]);
  const { username } = await newMember(api, testServices);
  expect(await consentsOf(username)).toEqual([]);
  await publish('privacy', 'p1');
});

test('who agreed to what, in which language and when is kept with the account', async () => {
  await publish('terms', 't1');
  const { documents } = dataOf(await api.call(getAgreement, {}));
  expect(documents.map(({ document, version }) => [document, version])).toEqual([
    ['terms', 't1'],
    ['privacy', 'p1'],
  ]);
  const form = await fillSignUp(api);
  const agreedAt = clock.now();
  dataOf(await api.call(signUp, form, { address: newAddress(), language: 'de' }));
  clock.advance(600);
  await publish('terms', 't2');
  dataOf(await api.call(activate, { token: tokenIn((await emailsTo(testServices, form.email)).at(-1)) }));
  expect((await consentsOf(form.username)).map((row) => ({ ...row }))).toEqual([
    { document: 'privacy', version: 'p1', isSameText: true, language: 'de', agreedAt },
    { document: 'terms', version: 't1', isSameText: true, language: 'de', agreedAt },
  ]);
});

test('a form that showed older documents, another age or none is refused, and the next one counts', async () => {
  const form = await fillSignUp(api);
  await publish('privacy', 'p2');
  const now = await shownAgreement(api);
  for (const agreed of [form.agreed, now.replace('18', '17'), '18', '0', `${now}.1`, "18' or 1=1"]) {
    expect(await send({ ...form, agreed })).toMatchObject({
      error: { code: 'invalid', fields: { agreed: [expect.stringContaining('new versions')] } },
    });
  }
  expect(await send({ ...form, agreed: '' })).toMatchObject({ error: { fields: { agreed: [expect.any(String)] } } });
  expect(refusalOf(await send({ ...form, agreed: now }))).toBe('done');
});

test('who fills in the form again agrees again, and to what uplines see', async () => {
  const form = await fillSignUp(api, { shows_upline: true });
  await send(form);
  await publish('terms', 't3');
  const again = { ...form, agreed: await shownAgreement(api), shows_upline: false, bot_check: await api.answer() };
  expect(refusalOf(await send(again))).toBe('done');
  dataOf(await api.call(activate, { token: tokenIn((await emailsTo(testServices, form.email)).at(-1)) }));
  expect((await consentsOf(form.username)).map(({ version }) => version)).toEqual(['p2', 't3']);
  const [member] = await db.select().from(members).where(eq(members.username, form.username));
  expect(member?.showsUpline).toBe(false);
});

test('a new member’s name is hidden from uplines unless they choose otherwise', async () => {
  const [shown, hidden] = [
    await newMember(api, testServices, { shows_upline: true }),
    await newMember(api, testServices),
  ];
  const choices = await db.select().from(members).orderBy(members.id);
  const choiceOf = (username: string) => choices.find((member) => member.username === username)?.showsUpline;
  expect([shown, hidden].map(({ username }) => choiceOf(username))).toEqual([true, false]);
  expect(choiceOf('ivan')).toBe(true);
});

test('consents can’t be changed or removed, and stay when the account is closed', async () => {
  const { username } = await newMember(api, testServices);
  const [member] = await db.select().from(members).where(eq(members.username, username));
  const rows = () => db.select().from(consents).where(eq(consents.memberId, member!.id));
  const before = await rows();
  expect(before).toHaveLength(2);
  for (const change of ['update consents set agreed_at = now()', 'delete from consents', 'truncate consents']) {
    await expect(db.execute(sql.raw(change))).rejects.toThrow();
  }
  const { access: bearer } = await api.signIn(username, GUEST_PASSWORD);
  dataOf(await api.call(closeAccount, { password: GUEST_PASSWORD }, { bearer, uid: crypto.randomUUID() }));
  expect(await rows()).toEqual(before);
});
