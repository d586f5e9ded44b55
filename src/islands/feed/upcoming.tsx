import type { Post } from '#contracts/feed.ts';
import type { Reader } from '#i18n/reader.ts';
import { WebinarCard } from '../webinar-card.tsx';
import type { Text } from './texts.ts';

type Props = { webinars: readonly Post[]; link: string; reader: Reader<Text> };

export function Upcoming({ webinars, link, reader }: Props) {
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{reader.t('feed:webinar.upcoming')}</h2>
      </div>
      {webinars.map((post) => (
        <WebinarCard key={post.id} post={post} link={link} level="h3" reader={reader} />
      ))}
    </section>
  );
}
