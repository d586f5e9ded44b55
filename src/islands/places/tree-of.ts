import type { Seat } from '#contracts/places.ts';

export type Branch = { seat: Seat; below: Branch[] };

/** The seats of the list as they hang below each other. */
export function treeOf(seats: readonly Seat[]): Branch | undefined {
  const branches = seats.map((seat): Branch => ({ seat, below: [] }));
  for (const branch of branches) if (branch.seat.above !== null) branches[branch.seat.above]?.below.push(branch);
  return branches[0];
}

/** A branch in the order in which it is read, and the position of the one above it. */
export type Item = { branch: Branch; above: number | undefined };

export function inOrder(top: Branch): Item[] {
  const items: Item[] = [];
  const add = (branch: Branch, above: number | undefined) => {
    const index = items.push({ branch, above }) - 1;
    for (const below of branch.below) add(below, index);
  };
  add(top, undefined);
  return items;
}
