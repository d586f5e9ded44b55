/** The last two because a program that helps somebody may press without any of the others. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'scroll', 'popstate', 'click', 'submit'];

/**
 * Brings a script at the first touch of the page, and says when it has come. It is named by the address of one whole
 * file (`?worker&url`): written out, `import()` would bring Vite's loader along.
 */
export function whenTouched(script: string): Promise<unknown> {
  return new Promise((resolve) => {
    const bring = () => resolve(import(/* @vite-ignore */ script));
    // Heard before anybody holds it up.
    for (const touch of TOUCHES) addEventListener(touch, bring, { once: true, capture: true });
    if (document.activeElement !== document.body) bring();
  });
}
