import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { keyOf } from '#components/ui/key-of.ts';

const STORED = 'console-keys';
const STEPS: Partial<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** `j` and `k` call `onStep`, but not while somebody types or decides. People may turn them off (WCAG 2.1.4). */
export function useRowKeys(onStep: ((step: 1 | -1) => void) | undefined) {
  const isOn = useSyncExternalStore(subscribe, readStored, () => true);
  const step = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[keyOf(event)];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    onStep?.(by);
  });
  const isActive = isOn && onStep !== undefined;
  useEffect(() => {
    if (!isActive) return undefined;
    const listen = (event: KeyboardEvent) => step(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isActive]);
  return {
    isOn,
    turn: (on: boolean) => {
      localStorage.setItem(STORED, on ? 'on' : 'off');
      dispatchEvent(new Event('storage'));
    },
  };
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

function readStored(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

function isTyping({ target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea, summary');
  return isField || document.querySelector('dialog[open]:not(.drawer)') !== null;
}
