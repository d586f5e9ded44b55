import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type CalendarOptions, canTurn, dayByKey, monthsBySwipe } from '#domain/calendar.ts';
import { addMonths, type Day } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { Icon } from '../icon.tsx';
import { loadSheet } from '../load-sheet.ts';
import sheet from './calendar.css?url';
import { dateOf, dateWords } from './local-day.ts';
import type { MonthGrid } from './month-grid.ts';
import type { DateTexts } from './texts.ts';

/** The day that Tab leads to and keys start from. Each time it is said to take the focus it does. */
export type Spot = { day: Day; takesFocus: boolean };

type Props = {
  options: CalendarOptions;
  isRange: boolean;
  isOpen: boolean;
  language: Language;
  texts: DateTexts;
  spot: Spot;
  chosen: readonly Day[];
  onGo: (day: Day, takesFocus: boolean) => void;
  onChoose: (day: Day) => void;
  /** The days are there: before that only the browser's own inputs are. */
  onReady: () => void;
};

/** The days of one month, and the way to others. air-datepicker comes when this is open, and goes when it is closed. */
export function Calendar({ options, isRange, isOpen, language, texts, spot, chosen, ...listen }: Props) {
  const { onGo, onChoose, onReady } = listen;
  const place = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<MonthGrid>();
  const [hasFailed, setFailed] = useState(false);
  const turn = (months: number) => canTurn(spot.day, months, options) && onGo(addMonths(spot.day, months), false);
  const { isClick, ...swipe } = useSwipe(turn);

  const ready = useEffectEvent(onReady);
  const rules = JSON.stringify(options);
  useEffect(() => {
    if (!isOpen) return undefined;
    let isGone = false;
    let mounted: MonthGrid | undefined;
    Promise.all([import('./month-grid.ts'), loadSheet(sheet)]).then(
      ([{ mountGrid }]) => {
        if (isGone || !place.current) return;
        mounted = mountGrid(place.current, { options: JSON.parse(rules) as CalendarOptions, isRange, language });
        setFailed(false);
        setGrid(mounted);
        ready();
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      mounted?.destroy();
      setGrid(undefined);
    };
  }, [isOpen, rules, language, isRange]);
  const days = chosen.join();
  useLayoutEffect(() => {
    grid?.show(spot.day, days.split(',').filter(Boolean));
  }, [grid, spot, days]);
  const focus = useEffectEvent(() => grid?.focus());
  useLayoutEffect(() => {
    if (spot.takesFocus) focus();
  }, [spot]);

  const press = (event: MouseEvent) => {
    const { day } = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset ?? {};
    // air-datepicker would choose by rules of its own.
    event.stopPropagation();
    if (day && isClick(event)) onChoose(day);
  };
  const type = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const day = dayByKey(event.key, event.shiftKey, spot.day, options.weekStart);
    if (day) onGo(day, true);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(spot.day);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="row between by-script" hidden={hasFailed}>
        <TurnButton months={-1} label={texts.previous} isOff={isOpen && !canTurn(spot.day, -1, options)} turn={turn} />
        <b data-title aria-live="polite">
          {isOpen && dateWords(language).month(dateOf(spot.day))}
        </b>
        <TurnButton months={1} label={texts.next} isOff={isOpen && !canTurn(spot.day, 1, options)} turn={turn} />
      </div>
      <div
        className="calendar by-script"
        data-days
        hidden={hasFailed}
        ref={place}
        onClickCapture={press}
        onKeyDown={type}
        {...swipe}
      />
    </>
  );
}

type TurnProps = { months: 1 | -1; label: string; isOff: boolean; turn: (months: number) => void };

function TurnButton({ months, label, isOff, turn }: TurnProps) {
  return (
    <button
      type="button"
      className="btn plain icon"
      data-turn={months}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => turn(months)}
    >
      <Icon name="chevron" />
    </button>
  );
}

/** Turns by swiping. The click that some browsers send after a short swipe is no click then. */
function useSwipe(turn: (months: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const hasTurned = useRef(false);
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      start.current = pointerType === 'mouse' ? undefined : { x: clientX, y: clientY };
      hasTurned.current = false;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const { current: from } = start;
      const months = from ? monthsBySwipe(clientX - from.x, clientY - from.y) : 0;
      start.current = undefined;
      if (months === 0) return;
      hasTurned.current = true;
      turn(months);
    },
    isClick: (_event: MouseEvent) => !hasTurned.current,
  };
}
