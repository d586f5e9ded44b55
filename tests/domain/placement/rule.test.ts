import { expect, test } from 'vitest';
import { pathTo, seatsBefore } from '#domain/placement/rule.ts';
import { seatTree } from '#domain/placement/seat-tree.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';

test.each([1, 2, 3, 10])('seats of a tree %i wide are numbered top to bottom, left to right', (width) => {
  const queue: number[][] = [[]];
  for (let number = 0; number < 50; number += 1) {
    const path = pathTo(width, number);
    const above = queue[Math.floor(number / width)] ?? [];
    expect(path).toEqual([...above, number % width]);
    expect(seatsBefore(width, path)).toBe(number);
    queue.push(path);
  }
});

type Plain = { place: number | undefined; below: (Plain | undefined)[] };

/** The whole queue anew for each seat. */
function plainSearch(top: Plain, width: number): { above: Plain; seat: number } {
  const queue = [top];
  for (const here of queue) {
    for (let seat = 0; seat < width; seat += 1) {
      const below = here.below[seat];
      if (below?.place === undefined) return { above: here, seat };
      queue.push(below);
    }
  }
  throw new Error('a tree always has a free seat');
}

test.each([1, 2, 3])('a search that remembers finds what one that begins anew finds (%i wide)', (width) => {
  const random = seededRandom(width);
  const tree = seatTree({ width, levels: 3 });
  const plain = new Map<number, Plain>();
  tree.take(1, undefined, 0);
  plain.set(1, { place: 1, below: [] });
  for (let place = 2; place < 400; place += 1) {
    const ids = [...plain.keys()];
    const top = ids[Math.floor(random() ** 2 * ids.length)]!;
    if (random() < 0.2 && top !== 1) {
      tree.free(tree.nodeOf(top)!);
      plain.get(top)!.place = undefined;
      plain.delete(top);
      continue;
    }
    const right = plainSearch(plain.get(top)!, width);
    const found = tree.firstFree(tree.nodeOf(top)!);
    expect([found.above.places.at(-1), found.seat]).toEqual([right.above.place, right.seat]);
    tree.take(place, found.above, found.seat);
    const seat = right.above.below[right.seat] ?? { place, below: [] };
    seat.place = place;
    right.above.below[right.seat] = seat;
    plain.set(place, seat);
  }
});
