/** The last two because a program that helps somebody may press without any of the others. */
const TOUCHES = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'scroll', 'popstate', 'click', 'submit'];

/** Does something at the first touch of the page, and says when it is done. */
export function whenTouched(act: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const begin = () => resolve(act());
    // Heard before anybody holds it up.
    for (const touch of TOUCHES) addEventListener(touch, begin, { once: true, capture: true });
    if (document.activeElement !== document.body) begin();
  });
}
