import type { Post } from '#contracts/feed.ts';
import { $partnersLink } from '#stores/session.ts';
import { ShareMenu } from '#islands/shared/share-menu.tsx';
import { withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';

type Props = { post: Pick<Post, 'id' | 'title'>; link: string };

export const PostShare = withReader(function PostShare(props: Props) {
  const link = useShared($partnersLink) ?? props.link;
  return (
    <div className="row">
      <ShareMenu post={props.post} link={link} />
    </div>
  );
});
