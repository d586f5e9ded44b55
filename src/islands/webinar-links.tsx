import type { Post } from '#contracts/feed.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { WebinarText } from './webinar-texts.ts';

/** `isHere` on the webinar's own page, where nothing leads to it. */
type Props = { post: Post; isHere?: boolean; reader: Pick<Reader<WebinarText>, 't' | 'language'> };

/** The one way on that is open now, and the way into a calendar while there is something to remember. */
export function WebinarLinks({ post, isHere = false, reader }: Props) {
  const { t, language } = reader;
  const { state, join_url: join, recording_url: recording } = post.webinar ?? {};
  const goal = join ?? recording;
  return (
    <>
      {goal ? (
        <Button
          href={goal}
          icon="video"
          variant={isHere ? 'primary' : 'plain'}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t(join ? 'feed:webinar.open' : 'feed:webinar.recording')}
        </Button>
      ) : (
        !isHere && (
          <Button href={path(language, 'post', { id: post.id })} variant="plain">
            {t('feed:webinar.details')}
          </Button>
        )
      )}
      {state !== 'past' && (
        <a className="btn plain" href={path(language, 'webinarFile', { id: post.id })} download>
          <Icon name="calendar-plus" size="s" />
          <span className="t">{t('feed:webinar.to_calendar')}</span>
        </a>
      )}
    </>
  );
}
