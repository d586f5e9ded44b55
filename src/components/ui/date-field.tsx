import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CalendarOptions, DayFault } from '#domain/calendar.ts';
import { type Day, formatDays } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { Button } from './button.tsx';
import sheet from './date/calendar.css?url';
import { type End, EndField } from './date/end-field.tsx';
import { type Preset, Presets } from './date/presets.tsx';
import type { DateTexts } from './date/texts.ts';
import { useDays } from './date/use-days.ts';
import { useModule } from './use-module.ts';
import { leaves, usePopover } from './use-popover.ts';
import { FieldErrors } from './field.tsx';
import { Icon } from './icon.tsx';
import { loadSheet } from './load-sheet.ts';
import { Notice } from './notice.tsx';

type Props = Partial<CalendarOptions> &
  Pick<CalendarOptions, 'weekStart'> & {
    label: string;
    ends: readonly [End] | readonly [End, End];
    language: Language;
    texts: DateTexts;
    submits?: boolean;
    presets?: readonly Preset[];
    /** Called when the days change and are valid. One end of a range may be empty. */
    onChange?: (days: readonly Day[]) => void;
    onInvalid?: (kind: DayFault, days: readonly Day[]) => void;
    onClear?: (() => void) | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

const DEFAULTS: Omit<CalendarOptions, 'weekStart'> = {
  min: '',
  max: '',
  disabled: [],
  isPartial: false,
  markers: [],
  hasSixWeeks: false,
};

async function loadCalendar() {
  const [{ Calendar }] = await Promise.all([import('./date/calendar.tsx'), loadSheet(sheet)]);
  return { Calendar };
}

/** A form around it needs `noValidate`, as the inputs may be hidden. Faults also dispatch a bubbling event. */
export function DateField(props: Props) {
  const { label, ends, language, texts, submits = false, presets = [], ref, onChange, onInvalid, onClear } = props;
  const rules = rulesOf(props);
  const field = useRef<HTMLFieldSetElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const values = ends.map((end) => (end.errors?.length ? '' : (end.value ?? '')));
  const days = useDays({ values, rules, field, inputs, onChange, onInvalid });
  const { isOpen, onToggle, hide } = usePopover(popover, (opens) => (opens ? days.begin() : days.end()));
  const { module: calendar, hasFailed } = useModule(isOpen, loadCalendar);
  const [isTyped, setTyped] = useState<readonly boolean[]>([]);
  useSettledForm(inputs, () => {
    const isSettled = days.settle();
    if (isSettled) hide();
    return isSettled;
  });

  const id = ends[0].name;
  const errors = ends.flatMap((end) => end.errors ?? []);
  const ready = () => {
    setTyped(inputs.current.map((input, end) => Boolean(isTyped[end] || !input?.matches(':focus'))));
    days.go(days.spot.day, !popover.current?.matches(':focus-within'));
  };
  const choose = (day: Day) => {
    if (days.choose(day) && !days.isRange) hide();
  };
  const choosePreset = ({ from, to }: Preset) => {
    days.change([from, to]);
    hide();
    if (submits) setTimeout(() => inputs.current[0]?.form?.requestSubmit());
  };
  const faultNotice = days.fault && (
    <Notice kind="bad">
      <p>{texts.faults[days.fault]}</p>
    </Notice>
  );
  return (
    <fieldset
      ref={field}
      className="field date"
      data-field
      onClick={onClear}
      onBlur={(event) => leaves(event) && hide()}
    >
      <legend id={`${id}-label`}>{label}</legend>
      <button
        ref={ref}
        type="button"
        className="input"
        popoverTarget={`${id}-days`}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-shown`}
        aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
      >
        <Icon name="calendar" size="small" />
        <span id={`${id}-shown`}>{formatDays(days.validDays) || texts.any}</span>
      </button>
      <div
        ref={popover}
        className="popover near"
        id={`${id}-days`}
        popover="auto"
        role={isOpen ? 'dialog' : 'group'}
        aria-labelledby={`${id}-label`}
        onToggle={onToggle}
      >
        <div className="date-ends">
          {ends.map((end, index) => (
            <EndField
              key={end.name}
              ref={(input) => {
                inputs.current[index] = input;
              }}
              end={end}
              value={days.draftDays[index] ?? ''}
              min={rules.min}
              max={rules.max}
              describedBy={`${id}-errors`}
              isTyped={isTyped[index] ?? false}
              pattern={texts.pattern}
              onInput={days.input}
              onTyped={(day) => days.type(index, day)}
              onLeft={days.leave}
            />
          ))}
        </div>
        <div className="calendar by-script" hidden={hasFailed}>
          {isOpen && calendar && (
            <calendar.Calendar
              options={rules}
              isRange={days.isRange}
              language={language}
              texts={texts}
              spot={days.spot}
              chosen={days.chosen}
              onGo={days.go}
              onChoose={choose}
              onReady={ready}
            />
          )}
        </div>
        <Presets presets={presets} chosen={days.validDays} onChoose={choosePreset} />
        <div className="date-foot stack">
          {isOpen && faultNotice}
          <div className={submits ? 'row between' : 'row between by-script'}>
            <Button type="button" className="btn plain by-script" onClick={() => days.change(values.map(() => ''))}>
              {texts.clear}
            </Button>
            <Button
              variant="primary"
              {...(submits
                ? { type: 'submit' }
                : { type: 'button', popoverTarget: `${id}-days`, popoverTargetAction: 'hide' })}
              onClick={(event) => !days.settle() && event.preventDefault()}
            >
              {texts.apply}
            </Button>
          </div>
        </div>
      </div>
      {!isOpen && faultNotice}
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  );
}

function rulesOf({ min, max, disabled, isPartial, markers, weekStart, hasSixWeeks }: Props): CalendarOptions {
  return {
    min: min ?? DEFAULTS.min,
    max: max ?? DEFAULTS.max,
    disabled: disabled ?? DEFAULTS.disabled,
    isPartial: isPartial ?? DEFAULTS.isPartial,
    markers: markers ?? DEFAULTS.markers,
    weekStart,
    hasSixWeeks: hasSixWeeks ?? DEFAULTS.hasSixWeeks,
  };
}

/** Blocks the submit of an incomplete range. */
function useSettledForm(inputs: { readonly current: (HTMLInputElement | null)[] }, settle: () => boolean): void {
  const hold = useEffectEvent((event: Event) => {
    if (settle()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const form = inputs.current[0]?.form;
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  }, [inputs]);
}
