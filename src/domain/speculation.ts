import { PAGES } from './paths.ts';

/** These pages mark their items as read, so they must not be prefetched. */
const SEEN = [PAGES.notices, PAGES.support].map(({ pattern }) => `/*/${pattern}`);

/** Prefetches menu links on pointer down. Lists are left out: a finger that scrolls lands on a link each time. */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ selector_matches: '#nav a' }, { not: { href_matches: SEEN } }] },
      eagerness: 'conservative',
    },
  ],
});
