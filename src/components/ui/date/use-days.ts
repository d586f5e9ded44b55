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

/** `draftDays` is being edited, perhaps half a range. `validDays` was last valid and is what the form sends. */
export function useDays({ values, rules, field, inputs, onChange, onInvalid }: Options) {
  const [validDays, setValidDays] = useState(values);
  const [draftDays, setDraftDays] = useState(values);
  const [spot, setSpot] = useState<Spot>({ day: '', takesFocus: false });
  const [fault, setFault] = useState<DayFault>();
  const isRange = values.length > 1;
  const isValid = (ends: readonly Day[]) => !dayFault(ends, rules);

  const go = (day: Day, takesFocus = false) => setSpot({ day: clampDay(day, rules), takesFocus });
  const show = (next: readonly Day[], at?: Spot) => {
    setDraftDays(next);
    const day = at?.day ?? daysOf(next).at(-1);
    if (day) go(day, at?.takesFocus);
  };
  const write = (next: readonly Day[]) => {
    setValidDays(next);
    writeDays(inputs.current, next);
    if (next.join() !== validDays.join()) onChange?.(next);
  };
  const change = (next: readonly Day[], at?: Spot) => {
    setFault(undefined);
    show(next, at);
    if (isValid(next)) write(next);
  };
  const refuse = (kind: DayFault, wrong: readonly Day[]) => {
    const days = wrong.filter(Boolean);
    setFault(kind);
    field.current?.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail: { days } }));
    onInvalid?.(kind, days);
  };
  const settle = (): boolean => {
    const newFault = dayFault(draftDays, rules);
    if (newFault) refuse(newFault, draftDays);
    else if (draftDays.every(Boolean) && draftDays.join() !== daysOf(draftDays).join()) change(daysOf(draftDays));
    return !newFault;
  };
  const valuesKey = values.join();
  const [lastKey, setLastKey] = useState(valuesKey);
  if (lastKey !== valuesKey) {
    setLastKey(valuesKey);
    setValidDays(values);
    setDraftDays(values);
  }
  useInputs(inputs, valuesKey, (days) => {
    setValidDays(days);
    setDraftDays(days);
    // Typed before hydration, for example: `onChange` was not called.
    if (days.join() !== valuesKey && isValid(days)) onChange?.(days);
  });

  return {
    isRange,
    validDays,
    draftDays,
    spot,
    fault,
    chosen: daysOf(draftDays),
    go,
    change,
    settle,
    begin() {
      const start = [readDays(inputs.current), values].find(isValid) ?? values.map(() => '');
      setFault(undefined);
      setValidDays(start);
      setDraftDays(start);
      go(daysOf(start).at(-1) ?? today());
    },
    end() {
      if (settle()) return;
      write(validDays);
      setDraftDays(validDays);
    },
    choose(day: Day): boolean {
      const { chosen, fault: newFault } = chooseDay(daysOf(draftDays), day, isRange, rules);
      if (newFault === 'invalid-select') go(day, true);
      else
        change(
          values.map((_, end) => chosen[end] ?? ''),
          { day, takesFocus: true },
        );
      if (newFault) refuse(newFault, [day]);
      return !newFault;
    },
    type(end: number, day: Day | undefined) {
      if (day === '' || (day && isOpen(day, rules))) change(draftDays.map((old, index) => (index === end ? day : old)));
    },
    input() {
      const days = readDays(inputs.current);
      if (isValid(days)) change(days);
    },
    /** Checked on blur, because a day is incomplete while it is typed. */
    leave(day: Day | undefined): boolean {
      if (day === '' || (day && isOpen(day, rules))) return true;
      write(validDays);
      refuse('invalid-select', [day ?? '']);
      return false;
    },
  };
}

function daysOf(ends: readonly Day[]): Day[] {
  return ends.filter(Boolean).sort();
}

/** Writes the caller's days into the inputs; reads the inputs after a reset or autofill. */
function useInputs(inputs: Options['inputs'], valuesKey: string, onFilled: (days: readonly Day[]) => void): void {
  const before = useRef(valuesKey);
  useEffect(() => {
    if (before.current !== valuesKey) writeDays(inputs.current, valuesKey.split(','), true);
    before.current = valuesKey;
  }, [inputs, valuesKey]);
  const readAgain = useEffectEvent(() => onFilled(readDays(inputs.current)));
  useEffect(() => {
    const later = () => setTimeout(readAgain);
    const form = inputs.current[0]?.form;
    const timer = later();
    form?.addEventListener('reset', later);
    return () => {
      clearTimeout(timer);
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
