import { whenOf } from '#i18n/reader.ts';

/** A moment as the reader's clock shows it, never broken over two lines. */
export function When({ at, reader }: { at: string; reader: { timeZone: string } }) {
  return (
    <time className="nowrap" dateTime={at}>
      {whenOf(at, reader)}
    </time>
  );
}
