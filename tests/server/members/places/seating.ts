/** The expected tree of one plan, computed in the simplest way. */
export type Seated = { memberId: number; above: Seated | undefined; seat: number; below: (Seated | undefined)[] };

/** The first free seat below the nearest seated upline, top to bottom and left to right. */
function seatOf(places: readonly Seated[], uplines: readonly number[], width: number) {
  const nearest = uplines.map((id) => places.find(({ memberId }) => memberId === id)).find(Boolean);
  if (!nearest) return { above: undefined, seat: 0 };
  const queue = [nearest];
  for (const here of queue) {
    for (let seat = 0; seat < width; seat += 1) {
      const below = here.below[seat];
      if (!below) return { above: here, seat };
      queue.push(below);
    }
  }
  throw new Error('a tree always has a free seat');
}

export function sit(places: Seated[], memberId: number, uplines: readonly number[], width: number): Seated {
  const { above, seat } = seatOf(places, uplines, width);
  const here: Seated = { memberId, above, seat, below: [] };
  if (above) above.below[seat] = here;
  places.push(here);
  return here;
}
