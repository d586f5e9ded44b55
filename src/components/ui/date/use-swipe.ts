import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { monthsBySwipe } from '#domain/calendar.ts';

/** Turns by swiping. The click that some browsers send after a short swipe is no click then. */
export function useSwipe(turn: (months: number) => void) {
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
