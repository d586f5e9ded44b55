import { useEffect, useRef } from 'react';
import type { Post } from '#contracts/feed.ts';
import { JOIN_MINUTES_BEFORE } from '#domain/feed.ts';
import { WebinarCard } from '#islands/shared/webinar-card.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { webinars: readonly Post[]; link: string };

export function Upcoming({ webinars, link }: Props) {
  const { t } = useReader();
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{t('feed:webinar.upcoming')}</h2>
      </div>
      {webinars.map((post) => (
        <WebinarCard key={post.id} post={post} link={link} level="h3" />
      ))}
    </section>
  );
}

const MINUTE_MS = 60_000;
/** Allows for a difference between the clocks of reader and server. */
const LATE_MS = 2_000;
const LONGEST_WAIT_MS = 12 * 60 * MINUTE_MS;

/** Refreshes when a webinar opens, begins or ends. */
export function useWebinarClock(posts: readonly Post[], refresh: () => Promise<void>): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  const times = posts.flatMap(changesOf).join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const waits = times.split(' ').map((time) => Number(time) + LATE_MS - Date.now());
      const waitMs = Math.min(...waits.filter((ms) => ms > 0));
      if (waitMs > LONGEST_WAIT_MS) return;
      timer = setTimeout(() => {
        void latest.current();
        wait();
      }, waitMs);
    };
    wait();
    return () => clearTimeout(timer);
  }, [times]);
}

function changesOf({ webinar }: Post): number[] {
  if (!webinar) return [];
  const start = Date.parse(webinar.starts_at);
  return [start - JOIN_MINUTES_BEFORE * MINUTE_MS, start, start + webinar.minutes * MINUTE_MS];
}
