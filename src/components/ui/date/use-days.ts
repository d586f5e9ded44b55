import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CalendarOptions, chooseDay, clampDay, type DayFault, dayFault, isOpen } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import type { Spot } from './calendar.tsx';
import { today } from './local-day.ts';

type Options = {
  /** The caller's days; a change replaces the edited ones. */
  values: readonly Day[];
  rules: CalendarOptions;
  field: RefObject<HTMLElement | null>;
  inputs: RefObject<(HTMLInputElement | null)[]>;
  onChange: ((days: readonly Day[]) => void) | undefined;
  onInvalid: ((fault: DayFault, days: readonly Day[]) => void) | undefined;
};

/** `wanted` is being edited, perhaps half a range. `right` was last valid and is what the form sends. */
export function useDays({ values, rules, field, inputs, onChange, onInvalid }: Options) {
  const [right, setRight] = useState(values);
  const [wanted, setWanted] = useState(values);
  const [spot, setSpot] = useState<Spot>({ day: '', takesFocus: false });
  const [fault, setFault] = useState<DayFault>();
  const isRange = values.length > 1;
  const isRight = (ends: readonly Day[]) => !dayFault(ends, rules);

  const go = (day: Day, takesFocus = false) => setSpot({ day: clampDay(day, rules), takesFocus });
  const show = (next: readonly Day[], at?: Spot) => {
    setWanted(next);
    const day = at?.day ?? daysOf(next).at(-1);
    if (day) go(day, at?.takesFocus);
  };
  const write = (next: readonly Day[]) => {
    setRight(next);
    writeDays(inputs.current, next);
    if (next.join() !== right.join()) onChange?.(next);
  };
  const want = (next: readonly Day[], at?: Spot) => {
    setFault(undefined);
    show(next, at);
    if (isRight(next)) write(next);
  };
  const refuse = (kind: DayFault, wrong: readonly Day[]) => {
    const days = wrong.filter(Boolean);
    setFault(kind);
    field.current?.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail: { days } }));
    onInvalid?.(kind, days);
  };
  const settle = (): boolean => {
    const found = dayFault(wanted, rules);
    if (found) refuse(found, wanted);
    else if (wanted.every(Boolean) && wanted.join() !== daysOf(wanted).join()) want(daysOf(wanted));
    return !found;
  };
  const said = values.join();
  const [heard, setHeard] = useState(said);
  if (heard !== said) {
    setHeard(said);
    setRight(values);
    setWanted(values);
  }
  useInputs(inputs, said, (days) => {
    setRight(days);
    setWanted(days);
    // Typed before hydration, for example: `onChange` was not called.
    if (days.join() !== said && isRight(days)) onChange?.(days);
  });

  return {
    isRange,
    right,
    wanted,
    spot,
    fault,
    chosen: daysOf(wanted),
    go,
    want,
    settle,
    begin() {
      const start = [readDays(inputs.current), values].find(isRight) ?? values.map(() => '');
      setFault(undefined);
      setRight(start);
      setWanted(start);
      go(daysOf(start).at(-1) ?? today());
    },
    end() {
      if (settle()) return;
      write(right);
      setWanted(right);
    },
    choose(day: Day): boolean {
      const { chosen, fault: found } = chooseDay(daysOf(wanted), day, isRange, rules);
      if (found === 'invalid-select') go(day, true);
      else
        want(
          values.map((_, end) => chosen[end] ?? ''),
          { day, takesFocus: true },
        );
      if (found) refuse(found, [day]);
      return !found;
    },
    type(end: number, day: Day | undefined) {
      if (day === '' || (day && isOpen(day, rules))) want(wanted.map((old, index) => (index === end ? day : old)));
    },
    input() {
      const days = readDays(inputs.current);
      if (isRight(days)) want(days);
    },
    /** Checked on blur, because a day is incomplete while it is typed. */
    leave(day: Day | undefined): boolean {
      if (day === '' || (day && isOpen(day, rules))) return true;
      write(right);
      refuse('invalid-select', [day ?? '']);
      return false;
    },
  };
}

function daysOf(ends: readonly Day[]): Day[] {
  return ends.filter(Boolean).sort();
}

/** Writes the caller's days into the inputs; reads the inputs after a reset or autofill. */
function useInputs(inputs: Options['inputs'], said: string, onFilled: (days: readonly Day[]) => void): void {
  const before = useRef(said);
  useEffect(() => {
    if (before.current !== said) writeDays(inputs.current, said.split(','), true);
    before.current = said;
  }, [inputs, said]);
  const look = useEffectEvent(() => onFilled(readDays(inputs.current)));
  useEffect(() => {
    const later = () => setTimeout(look);
    const form = inputs.current[0]?.form;
    const first = later();
    form?.addEventListener('reset', later);
    return () => {
      clearTimeout(first);
      form?.removeEventListener('reset', later);
    };
  }, [inputs]);
}

type Inputs = readonly (HTMLInputElement | null)[];

function readDays(inputs: Inputs): Day[] {
  return inputs.map((input) => input?.value ?? '');
}

function writeDays(inputs: Inputs, days: readonly Day[], isSilent = false): void {
  const changed = inputs.filter((input, end) => input && input.value !== (days[end] ?? ''));
  for (const [end, input] of inputs.entries()) if (input) input.value = days[end] ?? '';
  if (isSilent) return;
  for (const input of changed)
    for (const event of ['input', 'change']) input?.dispatchEvent(new Event(event, { bubbles: true }));
}
