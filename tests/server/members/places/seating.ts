/** The expected tree of one plan, computed in the simplest way. A seat that is free again has no member. */
export type Seated = {
  memberId: number | undefined;
  above: Seated | undefined;
  seat: number;
  below: (Seated | undefined)[];
};

/** The first free seat below the nearest seated upline, top to bottom and left to right. */
function seatOf(places: readonly Seated[], uplines: readonly number[], width: number) {
  const nearest = uplines.map((id) => places.find(({ memberId }) => memberId === id)).find(Boolean);
  if (!nearest) return { above: undefined, seat: 0 };
  const queue = [nearest];
  for (const here of queue) {
    for (let seat = 0; seat < width; seat += 1) {
      const below = here.below[seat];
      if (below?.memberId === undefined) return { above: here, seat };
      queue.push(below);
    }
  }
  throw new Error('a tree always has a free seat');
}

export function sit(places: Seated[], memberId: number, uplines: readonly number[], width: number): Seated {
  const { above, seat } = seatOf(places, uplines, width);
  const here: Seated = above?.below[seat] ?? { memberId, above, seat, below: [] };
  here.memberId = memberId;
  if (above) above.below[seat] = here;
  places.push(here);
  return here;
}

/** Places below stay where they are. */
export function leave(places: Seated[], memberId: number): void {
  const index = places.findIndex((place) => place.memberId === memberId);
  const [place] = places.splice(index, 1);
  if (place) place.memberId = undefined;
}
