import { ownTime } from '#domain/own-time.ts';
import { whenOf } from '#i18n/reader.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader } from './use-reader.tsx';

type Props = { at: string };

/** The reader's own time, if it differs. Before hydration client/feed/own-time.ts fills it in. */
export function OwnTime({ at }: Props) {
  const reader = useReader();
  const here = whenOf(at, reader);
  const own = useIsAwake() ? ownTime(at, here) : undefined;
  return (
    <span data-own-time hidden={own === undefined} suppressHydrationWarning>
      {`· ${reader.t('feed:webinar.your_time')}: `}
      <time dateTime={at} data-here={here} suppressHydrationWarning>
        {own ?? ''}
      </time>
    </span>
  );
}
