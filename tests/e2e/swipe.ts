import type { Locator, Page } from 'playwright';

/** Moves a finger over an element by these distances. */
export async function swipe(page: Page, over: Locator, acrossPx: number, downPx = 0): Promise<void> {
  const box = (await over.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  const protocol = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    protocol.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + acrossPx * share, y: y + downPx * share }],
    });
  await touch('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share);
  await touch('touchEnd', 1);
  await protocol.detach();
}
