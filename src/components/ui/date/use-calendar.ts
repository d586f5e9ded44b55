import { useEffect, useState } from 'react';
import { loadSheet } from '../load-sheet.ts';
import sheet from './calendar.css?url';
import type { Calendar as CalendarOf } from './calendar.tsx';

type Loaded = { Calendar?: typeof CalendarOf; hasFailed: boolean };

/** Loads the calendar when its field is opened, and again at the next opening if that failed. */
export function useCalendar(isOpen: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ hasFailed: false });
  useEffect(() => {
    if (!isOpen) return;
    Promise.all([import('./calendar.tsx'), loadSheet(sheet)]).then(
      ([{ Calendar }]) => setLoaded({ Calendar, hasFailed: false }),
      () => setLoaded({ hasFailed: true }),
    );
  }, [isOpen]);
  return loaded;
}
