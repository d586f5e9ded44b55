import { monthsBySwipe } from '#domain/calendar.ts';

/** Turns the months by swiping. The click that some browsers send after a short swipe chooses nothing. */
export function turnByFinger(grid: HTMLElement, turn: (months: number) => void): void {
  let start: PointerEvent | undefined;
  let hasTurned = false;
  grid.addEventListener('pointerdown', (event) => {
    start = event.pointerType === 'mouse' ? undefined : event;
    hasTurned = false;
  });
  grid.addEventListener('pointerup', ({ clientX, clientY }) => {
    const months = start ? monthsBySwipe(clientX - start.clientX, clientY - start.clientY) : 0;
    start = undefined;
    if (months === 0) return;
    hasTurned = true;
    turn(months);
  });
  grid.addEventListener('click', (event) => hasTurned && event.stopImmediatePropagation(), true);
}
