import { dayByKey } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import type { Calendar } from './calendar.ts';
import { turnByFinger } from './turn-by-finger.ts';

/** What mouse, finger and keys mean in the grid of days. */
export function listenToGrid(grid: HTMLElement, calendar: Calendar, weekStart: number, choose: (day: Day) => void) {
  turnByFinger(grid, (months) => calendar.turn(months));
  const onClick = (event: MouseEvent) => {
    const day = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset['day'];
    // air-datepicker would choose by rules of its own.
    event.stopPropagation();
    if (day) choose(day);
  };
  grid.addEventListener('click', onClick, true);
  grid.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const day = dayByKey(event.key, event.shiftKey, calendar.active, weekStart);
    if (day) calendar.goTo(day);
    else if (event.key === 'Enter' || event.key === ' ') choose(calendar.active);
    else return;
    event.preventDefault();
    if (day) calendar.focus();
  });
}
