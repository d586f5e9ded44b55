import type { Page } from 'playwright';

const POINTS = 6;

/**
 * Points inside a popover that no control has, each on another element. Pressing one must not close it.
 * Runs in the browser.
 */
function pointsBesideControls(popover: Element, max: number): { x: number; y: number; at: string }[] {
  const found = new Map<Element, { x: number; y: number; at: string }>();
  const edge = popover.getBoundingClientRect();
  for (let y = Math.max(edge.top, 0) + 3; y < Math.min(edge.bottom, innerHeight); y += 6)
    for (let x = Math.max(edge.left, 0) + 3; x < Math.min(edge.right, innerWidth); x += 12) {
      const element = document.elementFromPoint(x, y);
      if (!element || !popover.contains(element) || found.has(element)) continue;
      if (element.closest('a, button, input, select, textarea, summary, label, [role=gridcell], [role=option]'))
        continue;
      // A finger beside a button of a form presses the button.
      if (element.tagName === 'FORM') continue;
      const words = element.textContent.trim().slice(0, 20);
      found.set(element, { x, y, at: `${element.tagName}.${element.className.toString()} ${words}` });
    }
  const all = [...found.values()];
  const step = Math.max(1, all.length / max);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Presses what is no control in the open popover, by mouse or finger, and names what closed it. */
export async function closersOf(page: Page, isTouch: boolean): Promise<string[]> {
  const open = page.locator(':popover-open');
  await open.waitFor();
  await open
    .locator('[role=grid]')
    .or(open.filter({ hasNot: page.locator('.calendar') }))
    .first()
    .waitFor();
  const points = await open.evaluate(pointsBesideControls, POINTS);
  if (points.length === 0) return ['nothing to press'];
  for (const { x, y, at } of points) {
    await (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    if (!(await open.isVisible())) return [at];
  }
  return [];
}
