import type { Seat } from '#contracts/places.ts';

export type Branch = { seat: Seat; below: Branch[] };

/** The seats of the list as they hang below each other. */
export function treeOf(seats: readonly Seat[]): Branch | undefined {
  const branches = seats.map((seat): Branch => ({ seat, below: [] }));
  for (const branch of branches) if (branch.seat.above !== null) branches[branch.seat.above]?.below.push(branch);
  return branches[0];
}
