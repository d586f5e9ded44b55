import { type KeyboardEvent, type Ref, useState } from 'react';
import { type Day, formatDay, parseDay } from '#domain/days.ts';
import type { Errors } from '../field.tsx';
import { keyOf } from '../key-of.ts';

export type End = { name: string; label: string; value?: Day | undefined; errors?: Errors | undefined };

type Props = {
  end: End;
  value: Day;
  min: Day;
  max: Day;
  describedBy: string | undefined;
  /** Uses a text field (dd.MM.yyyy), because native inputs have an order of their own. */
  isTyped: boolean;
  pattern: string;
  ref: Ref<HTMLInputElement>;
  onInput: () => void;
  /** undefined: no valid day. Empty: cleared. */
  onTyped: (day: Day | undefined) => void;
  onLeft: (day: Day | undefined) => boolean;
};

/** The form always sends the native input, even when it is hidden. */
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
