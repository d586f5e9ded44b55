/** Version of the rule that seats places; `seated` events keep the one they followed. */
export const PLACEMENT_RULE = 1;

/** Candidates and uplines that an explanation shows. */
export const CANDIDATES_SHOWN = 3;

/** Seats that come before one in breadth-first order. The path leads to it from the place at the top. */
export function seatsBefore(width: number, path: readonly number[]): number {
  return path.reduce((before, seat) => before * width + seat + 1, 0) - 1;
}

/** The reverse of `seatsBefore`. */
export function pathTo(width: number, before: number): number[] {
  const path: number[] = [];
  for (let left = before + 1; left > 0; left = Math.floor((left - 1) / width)) path.unshift((left - 1) % width);
  return path;
}
