import { PAGES } from './paths.ts';

/** They say to the server what was seen on them, and nobody has seen one that was fetched ahead. */
const SEEN = [PAGES.notices, PAGES.support].map(({ pattern }) => `/*/${pattern}`);

/**
 * What a browser may fetch before it is asked for: the page behind a link of the menu, from the moment a finger or a
 * button is down on it. Lists are left out: a finger that scrolls one lands on a link each time.
 */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ selector_matches: '#nav a' }, { not: { href_matches: SEEN } }] },
      eagerness: 'conservative',
    },
  ],
});
