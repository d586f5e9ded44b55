import { ownTime } from '#domain/own-time.ts';
import { useIsAwake } from '#components/ui/use-is-awake.ts';

/** `here` is when it is by the platform's clock. */
type Props = { startsAt: string; here: string; label: string };

/** The same in the reader's own time, where that differs. Before this is awake a small script says it. */
export function OwnTime({ startsAt, here, label }: Props) {
  const own = useIsAwake() ? ownTime(startsAt, here) : undefined;
  return (
    <span data-own-time hidden={own === undefined} suppressHydrationWarning>
      {`· ${label}: `}
      <time dateTime={startsAt} data-here={here} suppressHydrationWarning>
        {own ?? ''}
      </time>
    </span>
  );
}
