/**
 * What a browser may fetch before it is asked for: the page behind a link of the menu, from the moment a finger or a
 * button is down on it. Lists are left out: a finger that scrolls one lands on a link each time.
 */
export const SPECULATION = JSON.stringify({
  prefetch: [{ where: { selector_matches: 'nav a, header a' }, eagerness: 'conservative' }],
});
