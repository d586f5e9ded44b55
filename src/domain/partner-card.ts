import type { CareerStatus } from './career-status.ts';

type Inviter = {
  username: string;
  name: string | null;
  photo: string | null;
  careerStatus: CareerStatus;
  partnerShowsName: boolean;
};

/**
 * A member as strangers may see them: name and photo by their own choice only. Page, structured data, API, sign-up and
 * picture all show this and nothing else.
 */
export function publicFace({ username, name, photo, careerStatus, partnerShowsName }: Inviter): CardFace {
  const shown = partnerShowsName ? { name, photo } : { name: null, photo: null };
  return { username, ...shown, career_status: careerStatus };
}

/** What the picture of a partner page shows; raise the drawing's number when it is drawn another way. */
export type CardFace = { username: string; name: string | null; photo: string | null; career_status: CareerStatus };
const DRAWING = 2;

export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The address of the picture that messengers show for a partner page; another face has another address. */
export function cardPath(ref: string, face: CardFace): string {
  return `/partner-cards/${encodeURIComponent(ref)}.png?v=${cardVersion(face)}`;
}

/** Tells one face from the next; nothing secret hangs on it. FNV-1a, 32 bits. */
export function cardVersion({ username, name, photo, career_status: status }: CardFace): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify([DRAWING, username, name, photo, status])) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
