import { type Day, formatDay, parseDay } from '#domain/days.ts';
import { endsOf } from './ends.ts';

/** `undefined` is no day there is; an empty one was wiped out. */
type Listen = { onTyped: (end: number, day: Day | undefined) => void; onLeft: (day: Day | undefined) => void };

/**
 * Browsers write days in an order of their own. Once the calendar is here, dd.MM.yyyy is typed in a field beside each
 * of their inputs, which stay what the form sends. An input somebody is just typing into is left to them.
 */
export function addTyping(field: HTMLElement, { onTyped, onLeft }: Listen): void {
  for (const [end, input] of endsOf(field).entries()) {
    if (input.hidden || input === document.activeElement) continue;
    const typed = document.createElement('input');
    Object.assign(typed, { id: `${input.id}-typed`, className: input.className, inputMode: 'numeric', maxLength: 10 });
    Object.assign(typed, { autocomplete: 'off', placeholder: field.dataset['pattern'] });
    typed.addEventListener('input', (event) => {
      event.stopPropagation();
      onTyped(end, dayIn(typed));
    });
    typed.addEventListener('blur', () => onLeft(dayIn(typed)));
    for (const label of input.labels ?? []) label.htmlFor = typed.id;
    input.hidden = true;
    input.after(typed);
  }
}

/** Writes the days where they are typed, but for the one that is just being typed. */
export function showTyped(field: HTMLElement, days: readonly Day[]): void {
  for (const [end, { nextElementSibling: typed }] of endsOf(field).entries())
    if (typed instanceof HTMLInputElement && typed !== document.activeElement) typed.value = formatDay(days[end] ?? '');
}

function dayIn({ value }: HTMLInputElement): Day | undefined {
  return value.trim() === '' ? '' : parseDay(value);
}
