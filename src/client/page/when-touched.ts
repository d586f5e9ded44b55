const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'scroll', 'popstate'];

/**
 * Brings a script at the first touch of the page. It is named by the address of one whole file (`?worker&url`):
 * written out, `import()` would bring Vite's loader along.
 */
export function whenTouched(script: string): void {
  const bring = () => void import(/* @vite-ignore */ script);
  for (const touch of TOUCHES) addEventListener(touch, bring, { once: true });
  if (document.activeElement !== document.body) bring();
}
