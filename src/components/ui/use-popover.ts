import { type FocusEvent, type RefObject, type ToggleEvent, useEffect, useEffectEvent, useState } from 'react';

/** Follows a popover that opens and closes by itself, also one that was open before the island woke. */
export function usePopover(popover: RefObject<HTMLElement | null>, onToggle: (isOpen: boolean) => void) {
  const [isOpen, setOpen] = useState(false);
  const turn = useEffectEvent((next: boolean) => {
    setOpen(next);
    onToggle(next);
  });
  useEffect(() => {
    const look = setTimeout(() => popover.current && isShown(popover.current) && turn(true));
    return () => clearTimeout(look);
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

/** Older browsers have no popovers, and stumble over their name. */
function isShown(popover: HTMLElement): boolean {
  return 'showPopover' in popover && popover.matches(':popover-open');
}

/** For `onBlur`: whether the focus has gone to something outside. It may also have gone nowhere, with what had it. */
export function leaves({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget !== null && !currentTarget.contains(relatedTarget);
}
