import { expect, test } from 'vitest';
import { getPartner } from '#contracts/partner.ts';
import { getProfile, listRegistrations } from '#contracts/profile.ts';
import { saveSettings } from '#contracts/settings.ts';
import { getTeamMember, listTeam } from '#contracts/team.ts';
import { CONTACTS_VISIBILITIES, type ContactsVisibility } from '#domain/contacts.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

// root invited anna; anna invited ivan and priya.
const testServices = await createTestServices();
const api = apiOf(testServices.app);
const bearers = new Map<string, string>();
for (const name of ['root', 'anna', 'ivan', 'priya']) bearers.set(name, (await api.signIn(name)).access);
const as = (name: string) => ({ bearer: bearers.get(name) ?? '' });

const contacts = { telegram: '@owner', phone: '+7 900 000-00-00', other: 'after six' };
const share = async (name: string, contacts_visibility: ContactsVisibility) => {
  const { email } = dataOf(await api.call(getProfile, {}, as(name)));
  const rest = { name, email, contacts, partner_shows_name: true, in_sitemap: true };
  dataOf(await api.call(saveSettings, { ...rest, contacts_visibility }, as(name)));
};
const cardOf = async (viewer: string, username: string) =>
  dataOf(await api.call(getTeamMember, { username }, as(viewer))).contacts;
const invitersOf = async (viewer: string) => dataOf(await api.call(getProfile, {}, as(viewer))).inviter_contacts;

test.each([
  ['nobody', null, null],
  ['inviter', contacts, null],
  ['first_line', contacts, contacts],
] as const)('shown to %s: whoever invited, and the first line', async (visibility, toInviter, toFirstLine) => {
  await share('anna', visibility);
  expect(await cardOf('root', 'anna')).toEqual(toInviter);
  expect(await invitersOf('ivan')).toEqual(toFirstLine);
});

test.each(CONTACTS_VISIBILITIES)('shown to %s: further up, nobody sees them', async (visibility) => {
  await share('ivan', visibility);
  expect(await cardOf('root', 'ivan')).toBeNull();
});

test('no list, no page for guests and no other card tells them', async () => {
  for (const name of ['anna', 'ivan', 'priya']) await share(name, 'first_line');
  const answers = [
    await api.call(listTeam, {}, as('root')),
    await api.call(listRegistrations, {}, as('root')),
    await api.call(getPartner, { ref: 'anna' }),
    await api.call(getTeamMember, { username: 'priya' }, as('root')),
    await api.call(getTeamMember, { username: 'priya' }, as('ivan')),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/@owner|after six|900 000/);
});
