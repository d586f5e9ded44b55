import { useEffect, useRef } from 'react';

/** Gives the focus back to the card that a sheet was opened from, when what was pressed in it is no longer there. */
export function useOpenedCard(isOpen: boolean) {
  const cards = useRef(new Map<string, HTMLElement | null>());
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen || opened.current === undefined) return;
    if (document.activeElement === document.body) cards.current.get(opened.current)?.focus();
    opened.current = undefined;
  }, [isOpen]);
  return {
    keepCard: (plan: string, card: HTMLElement | null) => void cards.current.set(plan, card),
    remember: (plan: string) => {
      opened.current = plan;
    },
  };
}
