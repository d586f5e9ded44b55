import type { Post } from '#contracts/feed.ts';
import type { WebinarState as State } from '#domain/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatTime } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { OwnTime } from './own-time.tsx';
import { ShareMenu } from './share-menu.tsx';
import { useFocusWhen } from './use-rows.ts';
import { useReader } from './use-reader.tsx';

type Props = {
  post: Post;
  link: string;
  level?: 'h2' | 'h3';
  isFocused?: boolean;
};

export function WebinarCard({ post, link, level: Heading = 'h2', isFocused = false }: Props) {
  const { t, language, timeZone } = useReader();
  const title = useFocusWhen<HTMLAnchorElement>(isFocused);
  const { webinar } = post;
  if (!webinar) return null;
  const { starts_at: startsAt, local, state, speaker } = webinar;
  const at = { time: formatTime(startsAt, timeZone), zone: local.zone };
  return (
    <article className="stack post event" data-past={state === 'past' ? '' : undefined}>
      <time className="day" dateTime={startsAt}>
        <b>{local.day}</b>
        {local.month}
      </time>
      <div className="stack tight">
        <Heading lang={post.is_fallback ? tagOf(post.language) : undefined}>
          <a ref={title} href={path(language, 'post', { id: post.id })}>
            {post.title}
          </a>
        </Heading>
        <p className="kicker">
          <time dateTime={startsAt}>{t('feed:webinar.at', at)}</time> <OwnTime at={startsAt} />
          {` · ${speaker}`}
          {post.is_fallback && ` · ${t('feed:in_russian')}`}
        </p>
        {(post.is_unread || state !== 'soon') && (
          <div className="row">
            {state !== 'soon' && <WebinarState state={state} />}
            {post.is_unread && <Badge kind="info">{t('feed:unread')}</Badge>}
          </div>
        )}
      </div>
      <div className="row">
        <WebinarLinks post={post} />
        <ShareMenu post={post} link={link} />
      </div>
    </article>
  );
}

type WebinarLinksProps = { post: Post; isHere?: boolean };

export function WebinarLinks({ post, isHere = false }: WebinarLinksProps) {
  const { t, language } = useReader();
  const { state, join_url: join, recording_url: recording } = post.webinar ?? {};
  const href = join ?? recording;
  return (
    <>
      {href ? (
        <Button
          href={href}
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
          <Icon name="calendar-plus" size="small" />
          <span className="label">{t('feed:webinar.to_calendar')}</span>
        </a>
      )}
    </>
  );
}

const KINDS = { soon: 'info', live: 'ok', past: 'off' } as const;

export function WebinarState({ state }: { state: State }) {
  const { t } = useReader();
  return <Badge kind={KINDS[state]}>{t(`feed:webinar.state.${state}`)}</Badge>;
}
