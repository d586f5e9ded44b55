import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';

/** During hydration returns the server's value, even if another island has changed the store. */
export function useShared<SomeStore extends Store>(store: SomeStore): StoreValue<SomeStore> {
  return useStore(store, { ssr: 'initial' });
}
