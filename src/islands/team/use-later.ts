import { useMemo, useRef } from 'react';

/** Puts off an act; of several only the newest is done. */
export function useLater() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const due = useRef<() => void>(undefined);
  return useMemo(() => {
    const drop = () => {
      clearTimeout(timer.current);
      due.current = undefined;
    };
    /** Does at once what is put off. */
    const hurry = () => {
      const act = due.current;
      drop();
      act?.();
    };
    const later = (act: () => void, waitMs: number) => {
      drop();
      due.current = act;
      timer.current = setTimeout(hurry, waitMs);
    };
    return { later, hurry, drop };
  }, []);
}
