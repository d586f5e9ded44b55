type Listener = (words: string) => void;

const listeners = new Set<Listener>();

/** Calls `listener` when a call was refused because another account is signed in. */
export function onOtherAccount(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyOtherAccount(words: string): void {
  for (const listener of listeners) listener(words);
}
