import { shortDestination } from './destination.ts';

export const MAX_SAVED_DESTINATIONS = 20;
export const DESTINATION_NAME_MAX = 40;
/** How long a new one waits where its owner has chosen so, and how long switching that off takes. */
export const DESTINATION_WAIT_SECONDS = 24 * 60 * 60;

type Waiting = { destinationWaitSince: Date | null; destinationWaitEndsAt: Date | null };

/** Whether a member's money goes only to saved destinations that have waited; `ending` where that is switched off later. */
export function waitState(member: Waiting, now: Date): 'off' | 'on' | 'ending' {
  const { destinationWaitSince: since, destinationWaitEndsAt: endsAt } = member;
  if (!since) return 'off';
  if (!endsAt) return 'on';
  return endsAt > now ? 'ending' : 'off';
}

/** What a notice keeps of a destination: its id, by which the link of the e-mail removes it, and its words. */
export function savedAbout({ id, name, destination }: { id: string; name: string; destination: string }): string {
  return [id, shortDestination(destination), name].join(' ');
}

/** The same, read back. */
export function readSavedAbout(about: string): { id: string; name: string; destination: string } {
  const [id = '', destination = '', ...name] = about.split(' ');
  return { id, destination, name: name.join(' ') };
}
