import type { Day } from '#domain/days.ts';

type Inputs = readonly (HTMLInputElement | null)[];

export function readDays(inputs: Inputs): Day[] {
  return inputs.map((input) => input?.value ?? '');
}

/** Fills the inputs and tells the form of those that changed, as typing does. */
export function writeDays(inputs: Inputs, days: readonly Day[], isSilent = false): void {
  const changed = inputs.filter((input, end) => input && input.value !== (days[end] ?? ''));
  for (const [end, input] of inputs.entries()) if (input) input.value = days[end] ?? '';
  if (isSilent) return;
  for (const input of changed)
    for (const event of ['input', 'change']) input?.dispatchEvent(new Event(event, { bubbles: true }));
}
