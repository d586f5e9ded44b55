const MOST = 2 ** 31 - 1;

/** The id that these words are; any others are none. */
export function readNoticeId(words: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(words) ? Number(words) : MOST + 1;
  return id <= MOST ? id : undefined;
}
