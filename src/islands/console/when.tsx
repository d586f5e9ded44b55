import { whenOf } from '#i18n/reader.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

export function When({ at }: { at: string }) {
  const reader = useReader();
  return (
    <time className="nowrap" dateTime={at}>
      {whenOf(at, reader)}
    </time>
  );
}
