import { shortDestination } from './destination.ts';

export const MAX_SAVED_DESTINATIONS = 20;
export const DESTINATION_NAME_MAX = 40;
/** Wait of a new destination if its owner chose it, and of switching that off. */
export const DESTINATION_WAIT_SECONDS = 24 * 60 * 60;

type Waiting = { destinationWaitSince: Date | null; destinationWaitEndsAt: Date | null };

/** `on`: money goes only to saved destinations after their wait. `ending`: switched off, but still in force. */
export function waitState(member: Waiting, now: Date): 'off' | 'on' | 'ending' {
  const { destinationWaitSince: since, destinationWaitEndsAt: endsAt } = member;
  if (!since) return 'off';
  if (!endsAt) return 'on';
  return endsAt > now ? 'ending' : 'off';
}

/** Stored in a notice: id, short address, name. The link of the e-mail removes the destination by the id. */
export function savedAbout({ id, name, destination }: { id: string; name: string; destination: string }): string {
  return [id, shortDestination(destination), name].join(' ');
}

export function readSavedAbout(about: string): { id: string; name: string; destination: string } {
  const [id = '', destination = '', ...name] = about.split(' ');
  return { id, destination, name: name.join(' ') };
}
