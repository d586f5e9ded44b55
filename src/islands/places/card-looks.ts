import type { IconName } from '#components/ui/icon.tsx';
import type { CardState } from '#domain/places.ts';

type Look = { door: 'on' | 'bought' | 'wait' | 'open' | 'lock' | 'dev'; icon: IconName; badge?: Badge };
type Badge = 'ok' | 'warn' | 'info' | 'off';

/**
 * The door tells how a plan stands before the words do; a lit door means mine. A plan that waits for its transaction has
 * no badge of its own: it shows that of the transaction.
 */
export const cardLooks = {
  available: { door: 'open', icon: 'plus', badge: 'info' },
  previous_required: { door: 'lock', icon: 'lock', badge: 'off' },
  awaiting_payment: { door: 'wait', icon: 'clock' },
  confirming: { door: 'wait', icon: 'clock' },
  active: { door: 'on', icon: 'check', badge: 'ok' },
  bought: { door: 'bought', icon: 'check', badge: 'ok' },
  closed: { door: 'bought', icon: 'check', badge: 'off' },
  in_development: { door: 'dev', icon: 'settings', badge: 'off' },
} as const satisfies Record<CardState, Look>;
