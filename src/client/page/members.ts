/** The address of one whole file, which a worker's is. Written out, `import()` would bring Vite's loader along. */
import script from '#client/team/members.ts?worker&url';

const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'scroll', 'popstate'];

/** The list of members brings its script at the first touch; until then its links and its form do. */
export function watchMembers(): void {
  if (!document.getElementById('members')) return;
  for (const touch of TOUCHES) addEventListener(touch, () => void import(/* @vite-ignore */ script), { once: true });
}
