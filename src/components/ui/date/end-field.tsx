import { type KeyboardEvent, type Ref, useState } from 'react';
import { type Day, formatDay, parseDay } from '#domain/days.ts';
import type { Errors } from '../field.tsx';
import { keyOf } from '../key-of.ts';

/** What a form sends: `name=2026-11-20`. */
export type End = { name: string; label: string; value?: Day | undefined; errors?: Errors | undefined };

type Props = {
  end: End;
  value: Day;
  min: Day;
  max: Day;
  describedBy: string | undefined;
  /** dd.MM.yyyy is typed beside the browser's own input, which shows days in an order of its own. */
  isTyped: boolean;
  pattern: string;
  ref: Ref<HTMLInputElement>;
  onInput: () => void;
  /** `undefined` is no day there is; an empty one was wiped out. */
  onTyped: (day: Day | undefined) => void;
  /** Says whether what stands there may stay. */
  onLeft: (day: Day | undefined) => boolean;
};

/** One end of a date field. The browser's own input is what the form sends, whether it is seen or not. */
export function EndField(props: Props) {
  const { end, value, min, max, describedBy, isTyped, pattern, ref, onInput, onTyped, onLeft } = props;
  const [draft, setDraft] = useState<string>();
  const isWrong = Boolean(end.errors?.length);
  const marks = { 'aria-invalid': isWrong || undefined, 'aria-describedby': isWrong ? describedBy : undefined };
  const leave = () => {
    const isRight = draft === undefined || onLeft(dayIn(draft));
    setDraft(undefined);
    return isRight;
  };
  const pressKey = (event: KeyboardEvent) => {
    if (keyOf(event) === 'Enter' && !leave()) event.preventDefault();
  };
  return (
    <div className="field">
      <label htmlFor={isTyped ? `${end.name}-typed` : end.name}>{end.label}</label>
      <input
        {...marks}
        ref={ref}
        id={end.name}
        name={end.name}
        type="date"
        className="input"
        hidden={isTyped}
        defaultValue={isWrong ? '' : end.value}
        min={min || undefined}
        max={max || undefined}
        onChange={onInput}
        onBlur={({ currentTarget }) => onLeft(currentTarget.value)}
      />
      {isTyped && (
        <input
          {...marks}
          id={`${end.name}-typed`}
          className="input"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          placeholder={pattern}
          value={draft ?? formatDay(value)}
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value);
            onTyped(dayIn(currentTarget.value));
          }}
          onKeyDown={pressKey}
          onBlur={leave}
        />
      )}
    </div>
  );
}

function dayIn(typed: string): Day | undefined {
  return typed.trim() === '' ? '' : parseDay(typed);
}
