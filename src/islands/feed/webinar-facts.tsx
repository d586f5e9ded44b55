import type { ReactNode } from 'react';
import type { Post } from '#contracts/feed.ts';
import { JOIN_MINUTES_BEFORE } from '#domain/feed.ts';
import { formatTime } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import { WebinarLinks } from '#islands/shared/webinar-card.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = { post: Post };

/** Static: the page reloads when the webinar opens. */
export const WebinarFacts = withReader(function WebinarFacts({ post }: Props): ReactNode {
  const reader = useReader();
  const { t, timeZone } = reader;
  const { webinar } = post;
  if (!webinar) return null;
  const { starts_at: startsAt, local, minutes, speaker, state, join_url: join } = webinar;
  const siteTime = whenOf(startsAt, reader);
  const clock = t('feed:webinar.at', { time: formatTime(startsAt, timeZone), zone: local.zone });
  return (
    <section className="card stack">
      <dl className="facts">
        <div>
          <dt>{t('feed:webinar.starts')}</dt>
          <dd>
            <time dateTime={startsAt}>{`${siteTime.split(' ')[0]} ${clock}`}</time>
          </dd>
        </div>
        <div data-own-time hidden>
          <dt>{t('feed:webinar.your_time')}</dt>
          <dd>
            <time dateTime={startsAt} data-here={siteTime} />
          </dd>
        </div>
        <div>
          <dt>{t('feed:webinar.length')}</dt>
          <dd>{t('feed:webinar.minutes', { minutes })}</dd>
        </div>
        <div>
          <dt>{t('feed:webinar.speaker')}</dt>
          <dd>{speaker}</dd>
        </div>
      </dl>
      <div className="row">
        <WebinarLinks post={post} isHere />
      </div>
      {state === 'soon' && !join && (
        <p className="hint">{t('feed:webinar.join_later', { minutes: JOIN_MINUTES_BEFORE })}</p>
      )}
    </section>
  );
});
