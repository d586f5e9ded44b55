import { expect, test } from 'vitest';
import { CONTACTS_VISIBILITIES, maySeeContacts } from '#domain/contacts.ts';

test('contacts are seen by whom their owner lets, and by nobody further away', () => {
  const seen = CONTACTS_VISIBILITIES.map((visibility) => {
    const viewers = (['inviter', 'first_line'] as const).filter((viewer) => maySeeContacts(visibility, viewer));
    return [visibility, ...viewers];
  });
  expect(seen).toEqual([['nobody'], ['inviter', 'inviter'], ['first_line', 'inviter', 'first_line']]);
});
