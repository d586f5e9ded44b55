import { atom, onMount } from 'nanostores';
import { readRef } from '#domain/identity.ts';

/** The referral code of this visit: from the address, else from the page's form (the cookie is not for scripts). */
export const $ref = atom<string | undefined>();

onMount($ref, () => {
  const typed = document.querySelector<HTMLInputElement>('input[name="ref"]')?.value;
  $ref.set(readRef(new URLSearchParams(location.search).get('ref')) ?? readRef(typed));
});
