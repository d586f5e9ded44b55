import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getPartner, listSitemapPart } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { getSettings, saveSettings } from '#contracts/settings.ts';
import { members } from '#server/db/schema/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { ownersOf } from './owner.ts';

const testServices = await createTestServices();
const { api, newOwner, save } = ownersOf(testServices);
const settingsOf = async (bearer: string) => dataOf(await api.call(getSettings, {}, { bearer }));
const contacts = { telegram: '@rita', phone: '+7 900 000-00-00', other: 'Porto, after 18:00' };

test('who has just come has said nothing, and nobody sees anything', async () => {
  const { bearer, email } = await newOwner();
  expect(await settingsOf(bearer)).toEqual({
    name: null,
    email,
    new_email: null,
    contacts: { telegram: '', phone: '', other: '' },
    contacts_visibility: 'nobody',
    partner_shows_name: false,
    shows_upline: false,
    in_sitemap: false,
    week_start: 'language',
    password_changed_at: null,
    pin_set: false,
    saved_destinations: 0,
    second_factor: false,
  });
});

test('what is saved is answered, stays, and is theirs alone', async () => {
  const [rita, other] = [await newOwner(), await newOwner()];
  const form = { name: ' Rita Alves ', contacts, contacts_visibility: 'first_line', in_sitemap: true } as const;
  const answer = dataOf(await save(rita, form));
  expect(answer).toMatchObject({ ...form, name: 'Rita Alves', email: rita.email });
  expect(await settingsOf(rita.bearer)).toEqual(answer);
  expect(dataOf(await api.call(getProfile, {}, { bearer: rita.bearer })).name).toBe('Rita Alves');
  expect((await settingsOf(other.bearer)).name).toBeNull();
});

test('the same form twice, and ten times at once, is saved as once', async () => {
  const rita = await newOwner();
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(rita, { name: 'Rita', contacts })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await save(rita, { name: 'Rita', contacts })).toEqual(answers[0]);
});

test('the partner page follows at once, and the site map', async () => {
  const rita = await newOwner();
  const { ref_code: ref } = dataOf(await api.call(getProfile, {}, { bearer: rita.bearer }));
  const card = async () => dataOf(await api.call(getPartner, { ref }, { address: newAddress() })).name;
  const isListed = async () => {
    const answer = await api.call(listSitemapPart, { part: '0' }, { address: newAddress() });
    return answer.success && answer.data.items.some((item) => item.ref === ref);
  };
  await save(rita, { name: 'Rita', partner_shows_name: true, in_sitemap: true });
  expect([await card(), await isListed()]).toEqual(['Rita', true]);
  await save(rita, { name: 'Rita' });
  expect([await card(), await isListed()]).toEqual([null, false]);
});

test('the first day of the week stays as it was where a form does not name it', async () => {
  const rita = await newOwner();
  expect(dataOf(await save(rita, { week_start: 'saturday' })).week_start).toBe('saturday');
  expect(dataOf(await save(rita, { name: 'Rita' })).week_start).toBe('saturday');
  expect(dataOf(await api.call(getProfile, {}, { bearer: rita.bearer })).week_start).toBe('saturday');
});

test('what uplines see stays as it was where a form does not name it', async () => {
  const rita = await newOwner();
  expect(dataOf(await save(rita, { shows_upline: true })).shows_upline).toBe(true);
  expect(dataOf(await save(rita, { name: 'Rita' })).shows_upline).toBe(true);
  expect(dataOf(await save(rita, { shows_upline: false })).shows_upline).toBe(false);
});

test('markup is only text, and what hides is left out, in names as in contacts', async () => {
  const rita = await newOwner();
  const markup = '<img src=x onerror=alert(1)>{{product}}$t(mail:footer)';
  const odd = '\u202Eexe\u200B.Rita\u0007\n';
  const answer = dataOf(await save(rita, { name: markup, contacts: { telegram: odd, phone: markup, other: odd } }));
  expect(answer.name).toBe(markup);
  expect(answer.contacts).toEqual({ telegram: 'exe.Rita', phone: markup, other: 'exe.Rita' });
  expect(dataOf(await save(rita, { name: '\u200B\u3164 ' })).name).toBeNull();
});

test.each([
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
  ['a zero in a name', { name: 'a\0b' }, 'name'],
  ['a name that is a list', { name: ['Rita'] as never }, 'name'],
  ['a contact that is too long', { contacts: { ...contacts, other: 'x'.repeat(201) } }, 'contacts.other'],
  ['a contact there is not', { contacts: { ...contacts, fax: '1' } as never }, 'contacts.fax'],
  ['contacts for everybody', { contacts_visibility: 'everybody' as never }, 'contacts_visibility'],
  ['a switch that is a word', { in_sitemap: 'yes' as never }, 'in_sitemap'],
  ['a week that starts on a Tuesday', { week_start: 'tuesday' as never }, 'week_start'],
  ['no e-mail', { email: ' ' }, 'email'],
  ['two e-mails', { email: 'a@demo.example,b@demo.example' }, 'email'],
  ['a line in an e-mail', { email: 'a@demo.example\nBcc: b@demo.example' }, 'email'],
])('%s is refused, and nothing is saved', async (_, changes, field) => {
  const rita = await newOwner();
  const answer = await save(rita, { contacts_visibility: 'inviter', ...changes });
  expect(answer).toMatchObject({ error: { status: 422, fields: { [field]: [expect.stringMatching(/\S/)] } } });
  expect((await settingsOf(rita.bearer)).contacts_visibility).toBe('nobody');
});

test.each(['username', 'active', 'career_status', 'inviter_id', 'password_hash', 'id', '__proto__', 'pin_set'])(
  'nobody changes their %s here',
  async (field) => {
    const rita = await newOwner();
    const answer = await save(rita, JSON.parse(`{"${field}":"anna"}`));
    expect(refusalOf(answer)).toBe('invalid');
    const [stored] = await testServices.services.db.select().from(members).where(eq(members.username, rita.username));
    expect(stored).toMatchObject({ username: rita.username, active: false });
  },
);

test('who is not signed in reads and saves nothing', async () => {
  const { email } = await newOwner();
  expect(refusalOf(await api.call(getSettings, {}))).toBe('no_session');
  expect(refusalOf(await save({ username: '', email, bearer: 'x', refresh: '' }))).toBe('no_session');
  expect(refusalOf(await api.call(saveSettings, {} as never))).toBe('no_session');
});
