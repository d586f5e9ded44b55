import type { InputOf } from '#contracts/contract.ts';
import { saveSettings } from '#contracts/settings.ts';
import { type Api, apiOf, newAddress } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import type { TestServices } from '../../../support/app/services.ts';

export type Owner = { username: string; email: string; bearer: string; refresh: string };
type Form = InputOf<typeof saveSettings>;

export function ownersOf(testServices: TestServices) {
  const api = apiOf(testServices.app);
  const newOwner = async (): Promise<Owner> => {
    const { username, email } = await newMember(api, testServices);
    const { access, refresh } = await api.signIn(username, GUEST_PASSWORD);
    return { username, email, bearer: access, refresh };
  };
  const save = ({ bearer, email }: Owner, changes: Partial<Form> = {}) =>
    api.call(saveSettings, { ...emptyForm(email), ...changes }, { bearer, address: newAddress() });
  return { api, newOwner, save } satisfies { api: Api; newOwner: unknown; save: unknown };
}

function emptyForm(email: string): Form {
  return {
    name: '',
    email,
    password: GUEST_PASSWORD,
    contacts: { telegram: '', phone: '', other: '' },
    contacts_visibility: 'nobody',
    partner_shows_name: false,
    in_sitemap: false,
  };
}
