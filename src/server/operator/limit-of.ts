export const LONGEST_LIST = 200;
const USUAL_LIST = 50;

/** How many lines of a list were asked for. */
export function limitOf({ limit }: Record<string, string | undefined>): number {
  return Math.min(LONGEST_LIST, Math.max(1, Number(limit ?? USUAL_LIST) || USUAL_LIST));
}
