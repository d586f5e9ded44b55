import type { CareerStatus } from './career-status.ts';

type Inviter = {
  username: string;
  name: string | null;
  photo: string | null;
  careerStatus: CareerStatus;
  partnerShowsName: boolean;
};

/** All that strangers may see of a member; name and photo only with the member's consent. */
export function publicFace({ username, name, photo, careerStatus, partnerShowsName }: Inviter): CardFace {
  const nameAndPhoto = partnerShowsName ? { name, photo } : { name: null, photo: null };
  return { username, ...nameAndPhoto, career_status: careerStatus };
}

/** Increase `DRAWING` when the picture is drawn differently. */
export type CardFace = { username: string; name: string | null; photo: string | null; career_status: CareerStatus };
const DRAWING = 2;

export const CARD_SIZE = { width: 1200, height: 630 } as const;

export function cardPath(ref: string, face: CardFace, brand?: string): string {
  return `/partner-cards/${encodeURIComponent(ref)}.png?v=${cardVersion(face, brand)}`;
}

/** FNV-1a, 32 bits; not for secrets. `brand`: version of the brand in whose colours it is drawn. */
export function cardVersion({ username, name, photo, career_status: status }: CardFace, brand?: string): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify([DRAWING, username, name, photo, status, ...(brand ? [brand] : [])])) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
