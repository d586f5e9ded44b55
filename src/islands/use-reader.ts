import { useMemo } from 'react';
import { type Reader, type ReaderProps, toReader } from '#i18n/reader.ts';
import type { TextKey } from '#i18n/text-keys.ts';

/** The reader of a screen, made once of the properties it came with. `keys` are those its page picked the texts by. */
export function useReader<Key extends TextKey>(
  keys: readonly Key[],
  { texts, language, timeZone, offset, owner }: ReaderProps<Key>,
): Reader<Key> {
  return useMemo(
    () => toReader(keys, { texts, language, timeZone, offset, owner }),
    [keys, texts, language, timeZone, offset, owner],
  );
}
