import { parse } from 'hono/utils/cookie';
import { addressKey } from '#server/http/limits.ts';
import type { Arrival, Handle } from './arrival.ts';

/** A share is a third of the places, and at least as many as a browser asks for at one moment. */
const SHARE = 1 / 3;
const MIN_SHARE = 4;

export type InFlight = {
  total(): number;
  /** Whether places are short and the visitor's address, or their session, has its share of them. */
  hasItsShare(arrival: Arrival, maxInFlight: number): boolean;
  /** Counts a request from when it has come until its answer begins: a slow reader is no work. */
  counted(handle: Handle, isCounted: (arrival: Arrival) => boolean): Handle;
};

/**
 * The requests in flight, of all and of each address and session. Places are short once no more of them are free than
 * one share: until then somebody alone may have more, and from then on the rest is for others.
 */
export function countInFlight(): InFlight {
  const held = new Map<string, number>();
  let total = 0;
  const hold = (owners: readonly string[], places: 1 | -1) => {
    total += places;
    for (const owner of owners) {
      const count = (held.get(owner) ?? 0) + places;
      if (count > 0) held.set(owner, count);
      else held.delete(owner);
    }
  };
  return {
    total: () => total,
    hasItsShare(arrival, maxInFlight) {
      const share = Math.max(MIN_SHARE, Math.floor(maxInFlight * SHARE));
      if (maxInFlight - total > share) return false;
      return ownersOf(arrival).some((owner) => (held.get(owner) ?? 0) >= share);
    },
    counted: (handle, isCounted) => async (request, arrival) => {
      if (!isCounted(arrival)) return handle(request, arrival);
      const owners = ownersOf(arrival);
      hold(owners, 1);
      try {
        return await handle(request, arrival);
      } finally {
        hold(owners, -1);
      }
    },
  };
}

/** A session may be anybody's claim, and be asked for from anywhere: the address counts beside it. */
function ownersOf({ address, incoming: { headers } }: Arrival): string[] {
  const session = headers.authorization ?? (headers.cookie ? parse(headers.cookie)['access_token'] : undefined);
  const owner = `address ${addressKey(address)}`;
  return session ? [owner, `session ${session}`] : [owner];
}
