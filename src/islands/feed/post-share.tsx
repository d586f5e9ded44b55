import type { Post } from '#contracts/feed.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { $partnersLink } from '#stores/session.ts';
import { ShareMenu } from '../share-menu.tsx';
import { useReader } from '../use-reader.ts';
import { useShared } from '../use-shared.ts';
import { SHARE_TEXTS, type ShareText } from '../webinar-texts.ts';

type Props = ReaderProps<ShareText> & { post: Pick<Post, 'id' | 'title'>; link: string };

/** Sharing a post from its own page. */
export function PostShare(props: Props) {
  const { t } = useReader(SHARE_TEXTS, props);
  const link = useShared($partnersLink) ?? props.link;
  return (
    <div className="row">
      <ShareMenu post={props.post} link={link} t={t} />
    </div>
  );
}
