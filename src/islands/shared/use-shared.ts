import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';

/**
 * What a store that islands share holds. While an island hydrates it is what the server has rendered with, whatever
 * another island has put into it since.
 */
export function useShared<SomeStore extends Store>(store: SomeStore): StoreValue<SomeStore> {
  return useStore(store, { ssr: 'initial' });
}
