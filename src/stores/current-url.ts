import { atom } from 'nanostores';

/** The address of what is shown, where an island has changed it since the page was rendered. */
export const $here = atom<string | undefined>();

/**
 * Says the address of what is shown now; `push` is a step that Back undoes, `state` what it is marked with. What is
 * replaced keeps its mark.
 */
export function showAddress(address: string, step: 'push' | 'replace', state?: object): void {
  if (step === 'push') history.pushState(state ?? null, '', address);
  else history.replaceState(state ?? history.state, '', address);
  followAddress();
}

/** After the reader has gone back or on. */
export function followAddress(): void {
  $here.set(location.pathname + location.search);
}
