import { type Day, formatDays } from '#domain/days.ts';

/** The one input of a day, or the two of a range. */
export function endsOf(field: ParentNode): HTMLInputElement[] {
  return [...field.querySelectorAll<HTMLInputElement>('input[type=date]')];
}

export function readDays(field: ParentNode): Day[] {
  return endsOf(field).map(({ value }) => value);
}

/** Fills the inputs and tells the form of those that changed, as typing does. */
export function writeDays(field: ParentNode, days: readonly Day[]): void {
  const changed = endsOf(field).filter((input, end) => input.value !== (days[end] ?? ''));
  for (const [end, input] of endsOf(field).entries()) input.value = days[end] ?? '';
  for (const input of changed)
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
  showDays(field);
}

/** Writes what the inputs hold on the button that opens their calendar. */
export function showDays(field: ParentNode): void {
  const shown = field.querySelector<HTMLElement>('[data-shown]');
  if (shown) shown.textContent = formatDays(readDays(field)) || (shown.dataset['shown'] ?? '');
}
