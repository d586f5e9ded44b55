import { type Closing, seatsOf } from '../places.ts';
import { PLACEMENT_RULE, seatsBefore } from './rule.ts';
import { type SeatNode, type SeatTree, seatTree } from './seat-tree.ts';

export type PlaceEvent = {
  placeId: number;
  memberId: number;
  kind: 'seated' | 'closed' | 'transition' | 'withdrawn' | 'moved';
  at: Date;
  details: Readonly<Record<string, string>>;
};

/** `rule`: another seat than the rule gives. `event`: it contradicts those before. `order`: too early or too late. */
type ReplayFault = { placeId: number; code: 'rule' | 'event' | 'order'; words: string };

type ReplayedPlace = { above: number | undefined; seat: number; depth: number; closing: Closing | null };

export type Replay = {
  /** The next event of the plan. Faults don't stop the replay: a place sits where its event says, if it can. */
  apply(event: PlaceEvent): ReplayFault[];
  end(): ReplayFault[];
  placeOf(id: number): ReplayedPlace | undefined;
};

type Plan = { width: number; levels: number };
type Holding = { memberId: number; closing: Closing | null };
type Seat = { above: number | undefined; seat: number };
type Upline = { node: SeatNode; place: number; line: number };

type State = {
  plan: Plan;
  inviterOf: (memberId: number) => number | undefined;
  tree: SeatTree;
  holdings: Map<number, Holding>;
  seatedPlaces: Map<number, number[]>;
  /** Events that must follow the last change of a seat: places that get another one above, places that close as full. */
  due: { moved: Map<number, number>; full: Set<number> };
  lastPlace: number;
  latestMs: number;
};

/** Clocks of two processes may differ by this much. */
export const CLOCKS_APART_MS = 60_000;

/** Replays the events of one plan. In memory are all its places; for the time it takes see `seatTree`. */
export function replayPlan(plan: Plan, inviterOf: State['inviterOf']): Replay {
  const state: State = {
    ...{ plan, inviterOf, tree: seatTree(plan), holdings: new Map(), seatedPlaces: new Map() },
    ...{ due: { moved: new Map(), full: new Set() }, lastPlace: 0, latestMs: -Infinity },
  };
  return {
    apply(event) {
      const { placeId, kind } = event;
      const overdue = kind === 'seated' || kind === 'withdrawn' ? takeOverdue(state) : [];
      const order = orderFaults(state, event).map((words) => ({ placeId, code: 'order', words }) as const);
      const code = kind === 'seated' ? 'rule' : 'event';
      const faults = Object.hasOwn(KINDS, kind) ? KINDS[kind](state, event) : ['its event is of no known kind'];
      return [...overdue, ...order, ...faults.map((words) => ({ placeId, code, words }) as const)];
    },
    end: () => takeOverdue(state),
    placeOf: (id) => placeOf(state, id),
  };
}

const KINDS = { seated, withdrawn, closed, moved, transition };

function seated(state: State, { placeId, memberId, details }: PlaceEvent): string[] {
  const { plan, tree, holdings } = state;
  if (holdings.has(placeId)) return ['it was seated twice'];
  const upline = findUpline(state, memberId);
  const free = upline && tree.firstFree(upline.node);
  const right: Seat = { above: free?.above.places.at(-1), seat: free?.seat ?? 0 };
  const taken: Seat = { above: details['above'] ? Number(details['above']) : undefined, seat: Number(details['seat']) };
  if (taken.above === right.above && taken.seat === right.seat) {
    takeSeat(state, { placeId, memberId, above: free?.above, seat: right.seat });
    const before = upline && free ? seatsBefore(plan.width, pathBelow(upline.node, free.above, free.seat)) : 0;
    return reasonFaults(details, upline, before);
  }
  const above = taken.above === undefined ? undefined : tree.nodeOf(taken.above);
  const isFree = taken.above === undefined ? taken.seat === 0 : above && isFreeSeat(above, taken.seat, plan.width);
  takeSeat(state, { placeId, memberId, ...(isFree ? { above, seat: taken.seat } : { ...right, above: free?.above }) });
  return [`it took ${nameSeat(taken)}; the rule gives ${nameSeat(right)}`];
}

function withdrawn({ tree, holdings, seatedPlaces }: State, { placeId, details }: PlaceEvent): string[] {
  const node = tree.nodeOf(placeId);
  const holding = holdings.get(placeId);
  if (!node || !holding || holding.closing === 'withdrawn') return ['it was withdrawn, but has no seat'];
  holding.closing = 'withdrawn';
  tree.free(node);
  const others = seatedPlaces.get(holding.memberId)?.filter((id) => id !== placeId) ?? [];
  seatedPlaces.set(holding.memberId, others);
  const seat: Seat = { above: node.above?.places.at(-1), seat: node.seat };
  const isSame = details['above'] === String(seat.above ?? '') && details['seat'] === String(seat.seat);
  return isSame ? [] : [`its withdrawal names another seat than ${nameSeat(seat)}`];
}

function closed({ holdings, due }: State, { placeId, details }: PlaceEvent): string[] {
  const holding = holdings.get(placeId);
  if (!holding || holding.closing !== null) return ['it was closed, but was not open'];
  const isDue = due.full.delete(placeId);
  const { because } = details;
  if (because !== 'full' && because !== 'expired') return ['it was closed without a reason'];
  holding.closing = because;
  return because === 'full' && !isDue ? ['it was closed as full, but had free seats'] : [];
}

function moved({ due }: State, { placeId, details }: PlaceEvent): string[] {
  const above = due.moved.get(placeId);
  due.moved.delete(placeId);
  const isDue = above !== undefined && details['above'] === String(above);
  return isDue ? [] : ['it got another place above it, but that seat was not taken over'];
}

function transition({ holdings }: State, { placeId }: PlaceEvent): string[] {
  return holdings.has(placeId) ? [] : ['it led to the next plan before it was seated'];
}

/** Written plainly, so that it shares no thought with the query that seats places. */
function findUpline({ inviterOf, tree, holdings, seatedPlaces }: State, memberId: number): Upline | undefined {
  const seen = new Set<number>();
  for (let id = inviterOf(memberId); id !== undefined && !seen.has(id); id = inviterOf(id)) {
    seen.add(id);
    const place = bestOf(seatedPlaces.get(id) ?? [], holdings);
    const node = place === undefined ? undefined : tree.nodeOf(place);
    if (node && place !== undefined) return { node, place, line: seen.size };
  }
  return undefined;
}

/** An open place first, then full, then expired ones; of equals the newest. */
function bestOf(places: readonly number[], holdings: State['holdings']): number | undefined {
  const rank = (id: number) => [null, 'full', 'expired'].indexOf(holdings.get(id)?.closing ?? null);
  return places.toSorted((a, b) => rank(a) - rank(b) || b - a)[0];
}

type Taken = { placeId: number; memberId: number; above: SeatNode | undefined; seat: number };

function takeSeat(state: State, { placeId, memberId, above, seat }: Taken): void {
  const { plan, tree, holdings, seatedPlaces, due } = state;
  const nodes = tree.take(placeId, above, seat);
  holdings.set(placeId, { memberId, closing: null });
  seatedPlaces.set(memberId, [...(seatedPlaces.get(memberId) ?? []), placeId]);
  for (const below of nodes[0]?.below ?? []) for (const place of below?.places ?? []) due.moved.set(place, placeId);
  for (const { isTaken, places, filled } of nodes) {
    const place = places.at(-1);
    const isOpen = isTaken && place !== undefined && holdings.get(place)?.closing === null;
    if (isOpen && filled === seatsOf(plan)) due.full.add(place);
  }
}

function takeOverdue({ due }: State): ReplayFault[] {
  const moves = [...due.moved.keys()].map((placeId) => ({ placeId, words: 'its event “moved” is missing' }));
  const closings = [...due.full].map((placeId) => ({ placeId, words: 'it was full, but was not closed' }));
  due.moved.clear();
  due.full.clear();
  return [...moves, ...closings].map((fault) => ({ ...fault, code: 'event' }));
}

function orderFaults(state: State, { placeId, kind, at }: PlaceEvent): string[] {
  const { lastPlace, latestMs } = state;
  state.latestMs = Math.max(latestMs, at.getTime());
  if (kind === 'seated') state.lastPlace = Math.max(lastPlace, placeId);
  return [
    ...(at.getTime() < latestMs - CLOCKS_APART_MS ? [`its event “${kind}” is older than one before it`] : []),
    ...(kind === 'seated' && placeId < lastPlace ? [`it was seated after place ${lastPlace}`] : []),
  ];
}

function placeOf({ tree, holdings }: State, id: number): ReplayedPlace | undefined {
  const node = tree.nodeOf(id);
  const holding = holdings.get(id);
  if (!node || !holding) return undefined;
  return { above: node.above?.places.at(-1), seat: node.seat, depth: node.depth, closing: holding.closing };
}

function isFreeSeat({ isTaken, below }: SeatNode, seat: number, width: number): boolean {
  return isTaken && Number.isInteger(seat) && seat >= 0 && seat < width && !below[seat]?.isTaken;
}

function pathBelow(top: SeatNode, above: SeatNode, seat: number): number[] {
  const path = [seat];
  for (let node = above; node !== top && node.above; node = node.above) path.unshift(node.seat);
  return path;
}

/** Compares the reason that was recorded with a seat. Older events have none. */
function reasonFaults(details: PlaceEvent['details'], upline: Upline | undefined, before: number): string[] {
  const { rule } = details;
  if (rule === undefined) return [];
  if (rule !== String(PLACEMENT_RULE)) return [`its reason names rule ${rule}, which is not known here`];
  const right = { upline: String(upline?.place ?? ''), line: String(upline?.line ?? ''), taken: String(before) };
  return Object.entries(right)
    .filter(([name, value]) => details[name] !== value)
    .map(([name, value]) => `its reason gives “${details[name] ?? ''}” as ${name}; right is “${value}”`);
}

function nameSeat({ above, seat }: Seat): string {
  return above === undefined ? 'the top of a tree' : `seat ${seat} under place ${above}`;
}
