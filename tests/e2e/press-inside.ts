import type { Page } from 'playwright';

const POINTS = 6;
/** Browsers count a touch this near to a control as a press of it. */
const FINGER_PX = 16;

/**
 * Points inside a popover with no control within `beside` pixels, each on another element. Pressing one must not close
 * it. Runs in the browser.
 */
function pointsBesideControls(
  popover: Element,
  { max, beside }: { max: number; beside: number },
): { x: number; y: number; at: string }[] {
  const CONTROLS = 'a, button, input, select, textarea, summary, label, [role=gridcell], [role=option]';
  const isFree = (x: number, y: number) =>
    [-beside, 0, beside].every((right) =>
      [-beside, 0, beside].every((down) => !document.elementFromPoint(x + right, y + down)?.closest(CONTROLS)),
    );
  const found = new Map<Element, { x: number; y: number; at: string }>();
  const edge = popover.getBoundingClientRect();
  for (let y = Math.max(edge.top, 0) + 3; y < Math.min(edge.bottom, innerHeight); y += 6)
    for (let x = Math.max(edge.left, 0) + 3; x < Math.min(edge.right, innerWidth); x += 12) {
      const element = document.elementFromPoint(x, y);
      if (!element || !popover.contains(element) || found.has(element)) continue;
      if (!isFree(x, y)) continue;
      const words = element.textContent.trim().slice(0, 20);
      found.set(element, { x, y, at: `${element.tagName}.${element.className.toString()} ${words}` });
    }
  const all = [...found.values()];
  const step = Math.max(1, all.length / max);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Presses points without controls in the open popover, by mouse or touch. Resolves to the one that closed it. */
export async function closersOf(page: Page, isTouch: boolean): Promise<string[]> {
  const open = page.locator(':popover-open');
  await open.waitFor();
  await open
    .locator('[role=grid]')
    .or(open.filter({ hasNot: page.locator('.calendar') }))
    .first()
    .waitFor();
  const points = await open.evaluate(pointsBesideControls, { max: POINTS, beside: isTouch ? FINGER_PX : 0 });
  if (points.length === 0) return ['nothing to press'];
  for (const { x, y, at } of points) {
    await (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    if (!(await open.isVisible())) return [at];
  }
  return [];
}
