import { type CalendarOptions, type DayFault, dayFault, isOpen } from '#domain/calendar.ts';
import { chooseDay } from '#domain/choose-day.ts';
import type { Day } from '#domain/days.ts';
import { drawCalendar } from './calendar.ts';
import { endsOf, readDays, writeDays } from './ends.ts';
import { listenToGrid } from './listen-to-grid.ts';
import { addTyping, showTyped } from './typing.ts';

/** Brings the calendar into a field whose popover was opened for the first time. Its inputs stay what the form sends. */
export function openField(field: HTMLElement, popover: HTMLElement): void {
  const options = JSON.parse(field.dataset['dateField'] ?? '') as CalendarOptions;
  const inputs = endsOf(field);
  const isRange = inputs.length > 1;
  const notice = field.querySelector<HTMLElement>('[data-said]')!;
  const calendar = drawCalendar(popover, options, isRange);
  /** What the person has before them, perhaps half of a range; and what was last right, which the form sends. */
  let wanted: readonly Day[] = [];
  let right: readonly Day[] = [];

  popover.setAttribute('role', 'dialog');
  listenToGrid(popover.querySelector('[data-days]')!, calendar, options.weekStart, choose);
  popover.addEventListener('click', press);
  for (const input of inputs) {
    input.addEventListener('input', ({ isTrusted }) => isTrusted && isRight(readDays(field)) && want(readDays(field)));
    input.addEventListener('blur', () => leave(input.value));
  }
  popover.addEventListener('toggle', ({ newState }) => (newState === 'open' ? open() : close()));
  field.closest('form')?.addEventListener('submit', send, true);
  open();

  function open(): void {
    addTyping(field, { onTyped: type, onLeft: leave });
    right = [readDays(field), inputs.map((input) => input.defaultValue)].find(isRight) ?? inputs.map(() => '');
    notice.hidden = true;
    show(readDays(field));
    if (!popover.contains(document.activeElement)) calendar.focus();
  }

  function close(): void {
    if (isSettled()) return;
    writeDays(field, right);
    wanted = right;
  }

  function choose(day: Day): void {
    const { chosen, fault } = chooseDay(days(), day, isRange, options);
    if (fault === 'invalid-select') calendar.goTo(day);
    else
      want(
        inputs.map((_, end) => chosen[end] ?? ''),
        day,
      );
    calendar.focus();
    if (fault) refuse(fault, [day]);
    else if (!isRange) popover.hidePopover();
  }

  function type(end: number, day: Day | undefined): void {
    if (day === '' || (day && isOpen(day, options))) want(wanted.map((old, index) => (index === end ? day : old)));
  }

  /** Typing is judged when the field is left; before that a day is only half there. */
  function leave(day: Day | undefined): void {
    if (day !== '' && (!day || !isOpen(day, options))) {
      writeDays(field, right);
      refuse('invalid-select', [day ?? '']);
    }
    showTyped(field, wanted);
  }

  function press(event: Event): void {
    const { turn, press: what } = (event.target as Element).closest<HTMLElement>('button, a')?.dataset ?? {};
    if (turn) calendar.turn(Number(turn));
    if (what === 'clear') want(inputs.map(() => ''));
    if (what === 'apply' && !isSettled()) event.preventDefault();
    if (what === 'preset') {
      wanted = right;
      popover.hidePopover();
    }
  }

  function send(event: Event): void {
    if (!isSettled()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (popover.matches(':popover-open')) popover.hidePopover();
  }

  function want(next: readonly Day[], at?: Day): void {
    notice.hidden = true;
    show(next, at);
    if (!isRight(next)) return;
    right = next;
    writeDays(field, next);
  }

  function show(next: readonly Day[], at?: Day): void {
    wanted = next;
    calendar.choose(days(), at);
    showTyped(field, next);
  }

  function isSettled(): boolean {
    const fault = dayFault(wanted, options);
    const [first = '', last = first] = wanted;
    if (fault) refuse(fault, wanted);
    else if (last && first > last) want(days());
    return !fault;
  }

  function refuse(fault: DayFault, wrong: readonly Day[]): void {
    const words = notice.querySelector('p');
    if (words) words.textContent = field.getAttribute(`data-${fault}`);
    (popover.matches(':popover-open') ? popover : field).append(notice);
    notice.hidden = false;
    field.dispatchEvent(new CustomEvent(fault, { bubbles: true, detail: { days: wrong.filter(Boolean) } }));
  }

  function days(): Day[] {
    return wanted.filter(Boolean).sort();
  }

  function isRight(ends: readonly Day[]): boolean {
    return !dayFault(ends, options);
  }
}
