const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'scroll', 'popstate'];

/**
 * Brings a script at the first touch of the page, and says when it has come. It is named by the address of one whole
 * file (`?worker&url`): written out, `import()` would bring Vite's loader along.
 */
export function whenTouched(script: string): Promise<unknown> {
  return new Promise((resolve) => {
    const bring = () => resolve(import(/* @vite-ignore */ script));
    for (const touch of TOUCHES) addEventListener(touch, bring, { once: true });
    if (document.activeElement !== document.body) bring();
  });
}
