import type { Page } from 'playwright';

type Stop = { name: string; isMarked: boolean };

/** The focused element and whether its focus is visible; undefined if the body has the focus. */
export function focusOn(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const box = element.closest('.input, label') ?? element;
    // The four cells of a PIN are drawn behind its input.
    const cells = element.closest('.pin')?.querySelectorAll('i') ?? [];
    const isMarked = [element, box, ...cells].some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    const name = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText;
    return element === document.body ? undefined : { name: (name ?? element.innerText).trim(), isMarked };
  });
}

/** All stops of Tab in order; those without a visible focus are marked. */
export async function walk(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focusOn(page);
    if (!stop) return stops;
    stops.push(stop.isMarked ? stop.name : `${stop.name} (no visible focus)`);
    if (stops.length > 100) throw new Error(`Tab does not come to an end: ${stops.join(', ')}`);
  }
}

/** Presses Tab until an element with this name has the focus. Throws if a focus on the way is not visible. */
export async function reach(page: Page, name: string | RegExp): Promise<void> {
  const isName = (words: string) => (typeof name === 'string' ? words === name : name.test(words));
  const passed: string[] = [];
  while (passed.length < 100) {
    await page.keyboard.press('Tab');
    const stop = await focusOn(page);
    // At the end of a page, the browser itself has the focus for one stop.
    if (!stop && passed.includes('')) break;
    if (stop && !stop.isMarked) throw new Error(`The focus can’t be seen on ${stop.name}.`);
    if (stop && isName(stop.name)) return;
    passed.push(stop?.name ?? '');
  }
  throw new Error(`${String(name)} can’t be reached by Tab, only ${passed.join(', ')}.`);
}

export async function typeAt(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await reach(page, label);
    await page.keyboard.type(value);
  }
}

export async function enterAt(page: Page, name: string | RegExp): Promise<void> {
  await reach(page, name);
  await page.keyboard.press('Enter');
}
