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
import {
  type CalendarOptions,
  type CalendarView,
  canTurn,
  dayInside,
  isOpen as isOpenCell,
  pagesBySwipe,
  VIEWS,
} from '#domain/calendar.ts';
import { addMonths, type Day } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { Icon } from '../icon.tsx';
import { keyOf } from '../key-of.ts';
import { dateOf, viewTitle } from './local-day.ts';
import { type MonthGrid, mountGrid } from './month-grid.ts';
import type { DateTexts } from './texts.ts';

/** Day with the Tab stop, from which keys move. A new object with `takesFocus` takes the focus. */
export type Spot = { day: Day; takesFocus: boolean };

type Props = {
  options: CalendarOptions;
  isRange: boolean;
  language: Language;
  texts: DateTexts;
  spot: Spot;
  chosen: readonly Day[];
  onGo: (day: Day, takesFocus: boolean) => void;
  onChoose: (day: Day) => void;
  onReady: () => void;
};

export function Calendar({ options, isRange, language, texts, spot, chosen, ...listen }: Props) {
  const { onGo, onChoose, onReady } = listen;
  const place = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<MonthGrid>();
  const [view, setView] = useState<CalendarView>('days');
  const { up, pageMonths } = VIEWS[view];
  const turn = (pages: 1 | -1) =>
    canTurn(spot.day, pages, view, options) && onGo(addMonths(spot.day, pages * pageMonths), false);
  const { isClick, ...swipe } = useSwipe(turn);

  const ready = useEffectEvent(onReady);
  const rules = JSON.stringify(options);
  useEffect(() => {
    const mounted = mountGrid(place.current!, { options: JSON.parse(rules) as CalendarOptions, isRange, language });
    setGrid(mounted);
    ready();
    return () => mounted.destroy();
  }, [rules, language, isRange]);
  const days = chosen.join();
  useLayoutEffect(() => {
    grid?.show(spot.day, days.split(',').filter(Boolean), view);
  }, [grid, spot, days, view]);
  const focus = useEffectEvent(() => grid?.focus());
  useLayoutEffect(() => {
    if (spot.takesFocus) focus();
  }, [spot]);

  const choose = (cell: Day) => {
    if (view === 'days') return onChoose(cell);
    if (!isOpenCell(cell, options, view)) return undefined;
    setView(view === 'years' ? 'months' : 'days');
    return onGo(dayInside(cell, spot.day, view), true);
  };
  const press = (event: MouseEvent) => {
    const { day } = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset ?? {};
    // air-datepicker must not select by its own rules.
    event.stopPropagation();
    if (day && isClick(event)) choose(day);
  };
  const type = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyOf(event);
    const day = grid?.dayByKey({ key, isShifted: event.shiftKey }, spot.day, view);
    if (day) onGo(day, true);
    else if (key === 'Enter' || key === ' ') choose(spot.day);
    else return;
    event.preventDefault();
  };
  const isOff = (pages: 1 | -1) => !canTurn(spot.day, pages, view, options);
  return (
    <>
      <div className="row between">
        <TurnButton pages={-1} label={texts.previous[view]} isOff={isOff(-1)} turn={turn} />
        <span data-title aria-live="polite">
          <button
            type="button"
            className="btn plain"
            title={up && texts.choose[up]}
            aria-disabled={up ? undefined : true}
            onClick={() => up && setView(up)}
          >
            {viewTitle(dateOf(spot.day), view, language)}
          </button>
        </span>
        <TurnButton pages={1} label={texts.next[view]} isOff={isOff(1)} turn={turn} />
      </div>
      <div data-days ref={place} onClickCapture={press} onKeyDown={type} {...swipe} />
    </>
  );
}

type TurnProps = { pages: 1 | -1; label: string; isOff: boolean; turn: (pages: 1 | -1) => void };

function TurnButton({ pages, label, isOff, turn }: TurnProps) {
  return (
    <button
      type="button"
      className="btn plain square"
      data-turn={pages}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => turn(pages)}
    >
      <Icon name="chevron" />
    </button>
  );
}

/** Some browsers send a click after a short swipe; `isClick` ignores it. */
function useSwipe(turn: (pages: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const hasTurned = useRef(false);
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      start.current = pointerType === 'mouse' ? undefined : { x: clientX, y: clientY };
      hasTurned.current = false;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const { current: from } = start;
      const pages = from ? pagesBySwipe(clientX - from.x, clientY - from.y) : 0;
      start.current = undefined;
      if (pages === 0) return;
      hasTurned.current = true;
      turn(pages);
    },
    isClick: (_event: MouseEvent) => !hasTurned.current,
  };
}
