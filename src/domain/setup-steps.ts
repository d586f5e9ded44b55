import type { ConsolePage } from './console-paths.ts';
import type { Ability } from './staff.ts';

/** An ability of owners alone. */
export const MARKING = 'plans.change' satisfies Ability;

/** First steps of a new installation, in this order, each shown to those with its ability. `page` leads to it. */
export const SETUP_STEPS = {
  owner: { ability: 'staff.change', page: 'staff' },
  legal: { ability: 'legal.change', page: 'legal' },
  plans: { ability: 'plans.change', page: 'planDraft' },
  post: { ability: 'posts.change', page: 'posts' },
  backup: { ability: MARKING, page: undefined },
  alerts: { ability: MARKING, page: undefined },
} as const satisfies Record<string, { ability: Ability; page: ConsolePage | undefined }>;
export type SetupStep = keyof typeof SETUP_STEPS;

/** Steps that an owner may mark: only backups by our command are in the log, and alerts are seen elsewhere. `all` hides the list. */
export const SETUP_MARKS = ['backup', 'alerts', 'all'] as const;
export type SetupMark = (typeof SETUP_MARKS)[number];
