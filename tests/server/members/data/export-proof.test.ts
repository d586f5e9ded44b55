import { expect, test } from 'vitest';
import { refreshSession } from '#contracts/auth.ts';
import { prepareExport } from '#contracts/data.ts';
import { listSecurityEvents } from '#contracts/second-factor.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { emailsTo, linkIn } from '../../../support/people/emails.ts';
import { switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { ownersOf } from '../settings/owner.ts';
import { askForExport } from './unzip.ts';

const testServices = await createTestServices();
const { app, clock } = testServices;
const { api, newOwner } = ownersOf(testServices);

const prepare = (bearer: string, input: object) => api.call(prepareExport, input as never, { bearer });
/** Reads the whole body: an unread file keeps its database connection. */
const opens = async (bearer: string) => {
  const answer = await askForExport(app, bearer);
  await answer.arrayBuffer();
  return answer.status === 200;
};

test('a session alone gives nothing away: the password is asked for, and a code where codes are', async () => {
  const owner = await newOwner();
  expect(await (await askForExport(app, owner.bearer)).json()).toMatchObject({ code: 'export_not_proven' });
  expect(await prepare(owner.bearer, {})).toMatchObject({ error: { fields: { password: [expect.any(String)] } } });
  expect(refusalOf(await prepare(owner.bearer, { password: 'Wrong-1-guess' }))).toBe('invalid');
  const { code } = await switchOn(api, testServices, owner.bearer);
  const withoutCode = await prepare(owner.bearer, { password: GUEST_PASSWORD });
  expect(withoutCode).toMatchObject({ error: { fields: { code: [expect.any(String)] } } });
  expect((await askForExport(app, owner.bearer)).status).toBe(403);
  dataOf(await prepare(owner.bearer, { password: GUEST_PASSWORD, code: code() }));
  expect(await opens(owner.bearer)).toBe(true);
});

test('a session opens no file that another session has prepared, nor its own after an hour', async () => {
  const owner = await newOwner();
  const other = await api.signIn(owner.username, GUEST_PASSWORD);
  const opened = dataOf(await prepare(owner.bearer, { password: GUEST_PASSWORD }));
  expect(Date.parse(opened.open_until ?? '')).toBe(clock.now().getTime() + 3_600_000);
  expect((await askForExport(app, other.access)).status).toBe(403);
  clock.advance(3599);
  expect(await opens(owner.bearer)).toBe(true);
  clock.advance(1);
  const later = await api.call(refreshSession, { refresh: owner.refresh });
  expect((await askForExport(app, dataOf(later).access)).status).toBe(403);
});

test('who asks for all data is told, by an e-mail with the link “This wasn’t me” and in the log', async () => {
  const owner = await newOwner();
  dataOf(await prepare(owner.bearer, { password: GUEST_PASSWORD }));
  const mail = (await emailsTo(testServices, owner.email)).at(-1);
  expect(mail?.subject).toBe('Atrium: your data was requested');
  expect(linkIn(mail?.text ?? '').pathname).toBe('/en/auth/not-me');
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer: owner.bearer }));
  expect(items[0]).toMatchObject({ kind: 'data-asked' });
});
