import { type FocusEvent, type RefObject, type ToggleEvent, useEffect, useEffectEvent, useState } from 'react';

/** Reports when a popover opens or closes, also one that was open before hydration. */
export function usePopover(popover: RefObject<HTMLElement | null>, onToggle: (isOpen: boolean) => void) {
  const [isOpen, setOpen] = useState(false);
  const turn = useEffectEvent((next: boolean) => {
    setOpen(next);
    onToggle(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => popover.current && isShown(popover.current) && turn(true));
    return () => clearTimeout(timer);
  }, [popover]);
  return {
    isOpen,
    onToggle({ newState }: ToggleEvent) {
      const next = newState === 'open';
      if (next === isOpen) return;
      setOpen(next);
      onToggle(next);
    },
    hide: () => popover.current && isShown(popover.current) && popover.current.hidePopover(),
  };
}

/** Older browsers throw on `:popover-open`. */
function isShown(popover: HTMLElement): boolean {
  return 'showPopover' in popover && popover.matches(':popover-open');
}

/** For `onBlur`. A press on something unfocusable focuses an ancestor, which is not leaving. */
export function leaves({ currentTarget, relatedTarget }: FocusEvent): boolean {
  if (relatedTarget === null) return false;
  return !currentTarget.contains(relatedTarget) && !relatedTarget.contains(currentTarget);
}
