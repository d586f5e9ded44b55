/** A seat in the tree of a plan, taken or free. */
export type SeatNode = {
  above: SeatNode | undefined;
  seat: number;
  depth: number;
  /** Places that ever had this seat; the last one has it, unless it was withdrawn. */
  places: number[];
  isTaken: boolean;
  below: (SeatNode | undefined)[];
  /** As `places.filled`: taken seats of the structure, its own counted once and for all. */
  filled: number;
};

export type SeatTree = {
  /** Undefined for an unknown place. */
  nodeOf(place: number): SeatNode | undefined;
  /** First free seat below a place, breadth first. */
  firstFree(top: SeatNode): { above: SeatNode; seat: number };
  /** Returns the seat and those above whose structures it belongs to. */
  take(place: number, above: SeatNode | undefined, seat: number): SeatNode[];
  free(node: SeatNode): void;
};

/**
 * Plain breadth-first search. Each top remembers where its last search ended, so seats cost a step each; a freed seat
 * makes the tops above it begin again, which costs their whole structure once.
 */
export function seatTree({ width, levels }: { width: number; levels: number }): SeatTree {
  const nodes = new Map<number, SeatNode>();
  const reached = new Map<SeatNode, SeatNode>();
  return {
    nodeOf: (place) => nodes.get(place),
    firstFree(top) {
      for (let here = reached.get(top) ?? top; ; here = nextOf(here, top)) {
        const seat = firstSeat(here, width);
        if (seat === undefined) continue;
        reached.set(top, here);
        return { above: here, seat };
      }
    },
    take(place, above, seat) {
      const node = above?.below[seat] ?? newNode(above, seat);
      if (above) above.below[seat] = node;
      node.places.push(place);
      node.isTaken = true;
      nodes.set(place, node);
      const holders = structuresAbove(node, levels);
      for (const holder of holders) holder.filled += 1;
      return [node, ...holders];
    },
    free(node) {
      node.isTaken = false;
      for (const holder of structuresAbove(node, levels)) holder.filled -= 1;
      for (let top = node.above; top; top = top.above) reached.delete(top);
    },
  };

  /** The next seat in breadth-first order below `top`. All before it are taken, so it exists. */
  function nextOf(here: SeatNode, top: SeatNode): SeatNode {
    let node = here;
    let steps = 0;
    while (node !== top && node.seat === width - 1) {
      node = node.above!;
      steps += 1;
    }
    if (node === top) return leftmost(top, steps + 1);
    return leftmost(node.above!.below[node.seat + 1]!, steps);
  }
}

function firstSeat({ below }: SeatNode, width: number): number | undefined {
  for (let seat = 0; seat < width; seat += 1) if (!below[seat]?.isTaken) return seat;
  return undefined;
}

function leftmost(from: SeatNode, steps: number): SeatNode {
  let node = from;
  for (let step = 0; step < steps; step += 1) node = node.below[0]!;
  return node;
}

function newNode(above: SeatNode | undefined, seat: number): SeatNode {
  return { above, seat, depth: above ? above.depth + 1 : 0, places: [], isTaken: false, below: [], filled: 1 };
}

function structuresAbove(node: SeatNode, levels: number): SeatNode[] {
  const found: SeatNode[] = [];
  for (let above = node.above; above && found.length < levels - 1; above = above.above) found.push(above);
  return found;
}
