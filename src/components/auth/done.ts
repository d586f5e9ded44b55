const DONE = ['registered', 'activated', 'activation-sent', 'reset-sent', 'password-saved', 'account-closed'] as const;

export type Done = (typeof DONE)[number];

/** What the address says has just been done; any other word says nothing. */
export function readDone(url: URL): Done | undefined {
  return DONE.find((done) => done === url.searchParams.get('done'));
}
