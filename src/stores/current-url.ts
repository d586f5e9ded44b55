import { atom } from 'nanostores';

/** Set once an island has changed the address. */
export const $here = atom<string | undefined>();

/** `push` adds a history entry. `replace` keeps the old state unless one is given. */
export function showAddress(address: string, step: 'push' | 'replace', state?: object): void {
  if (step === 'push') history.pushState(state ?? null, '', address);
  else history.replaceState(state ?? history.state, '', address);
  followAddress();
}

export function followAddress(): void {
  $here.set(location.pathname + location.search);
}
