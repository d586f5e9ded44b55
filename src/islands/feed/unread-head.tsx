import type { SubmitEventHandler } from 'react';
import { UNREAD_COUNTED } from '#domain/feed.ts';
import type { Say } from '#i18n/island-texts.ts';
import { Button } from '#components/ui/button.tsx';
import type { FeedView } from './read-feed.ts';
import type { Text } from './texts.ts';

type Props = {
  unread: FeedView['unread'];
  action: string;
  t: Say<Text>;
  onMarkAll: SubmitEventHandler<HTMLFormElement>;
};

/** How many posts are unread, and one step to have none. */
export function UnreadHead({ unread: { news, webinar }, action, t, onMarkAll }: Props) {
  const count = news + webinar;
  if (count === 0) return null;
  const isMore = Math.max(news, webinar) >= UNREAD_COUNTED;
  return (
    <form method="post" action={action} className="card-head" onSubmit={onMarkAll}>
      <span>{isMore ? t('feed:unread_over', { max: UNREAD_COUNTED - 1 }) : t('feed:unread_posts', { count })}</span>
      <Button variant="plain">{t('feed:mark_all')}</Button>
    </form>
  );
}
