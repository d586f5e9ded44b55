const DONE = [
  ...(['saved', 'photo-saved', 'photo-removed', 'password-saved'] as const),
  ...(['session-ended', 'others-ended', 'email-confirmed'] as const),
] as const;

export type Done = (typeof DONE)[number];

/** What the address says has just been done; any other word says nothing. */
export function readDone(url: URL): Done | undefined {
  return DONE.find((done) => done === url.searchParams.get('done'));
}
