import { type DayFault, dayFault, type DayRules, isOpen } from './calendar.ts';
import type { Day } from './days.ts';

/** What is chosen in a calendar: nothing, a day, or the first and the last one. */
type Choice = { chosen: readonly Day[]; fault?: DayFault };

/** One more click. A third day begins a new range, and so does one that no range can be made with. */
export function chooseDay(chosen: readonly Day[], day: Day, isRange: boolean, rules: DayRules): Choice {
  if (!isOpen(day, rules)) return { chosen, fault: 'invalid-select' };
  if (!isRange || chosen.length !== 1) return { chosen: [day] };
  const both = [...chosen, day].sort();
  const fault = dayFault(both, rules);
  return fault ? { chosen: [day], fault } : { chosen: both };
}
