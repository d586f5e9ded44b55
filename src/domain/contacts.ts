/** Each value includes those before it. */
export const CONTACTS_VISIBILITIES = ['nobody', 'inviter', 'first_line'] as const;
export type ContactsVisibility = (typeof CONTACTS_VISIBILITIES)[number];

export const CONTACT_KINDS = ['telegram', 'phone', 'other'] as const;
export type Contacts = Record<(typeof CONTACT_KINDS)[number], string>;

export const CONTACT_MAX = 200;
export const NAME_MAX = 100;

/** `inviter` invited the owner, `first_line` was invited by the owner. */
export type ContactsViewer = 'inviter' | 'first_line';

export function maySeeContacts(visibility: ContactsVisibility, viewer: ContactsViewer): boolean {
  return CONTACTS_VISIBILITIES.indexOf(viewer) <= CONTACTS_VISIBILITIES.indexOf(visibility);
}
