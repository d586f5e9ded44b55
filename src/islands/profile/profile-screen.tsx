import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { listRegistrations } from '#contracts/profile.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { $partnersLink } from '#stores/partners-link.ts';
import { useChanges } from '../use-changes.ts';
import { useReader } from '../use-reader.ts';
import { FeedBlock, type FeedBlockProps } from './feed-block.tsx';
import { Hero, type HeroProps } from './hero.tsx';
import { Inviter, type InviterProps } from './inviter.tsx';
import { Registrations, type Registration } from './registrations.tsx';
import { TEXTS, type Text } from './texts.ts';

type Props = ReaderProps<Text> & {
  productName: string;
  me: HeroProps['me'] & InviterProps['me'];
  registrations: readonly Registration[];
  news: FeedBlockProps['news'];
  upcoming: FeedBlockProps['upcoming'];
};

/** Who a member is, who has come lately, and what is new. */
export function ProfileScreen(props: Props) {
  const reader = useReader(TEXTS, props);
  const { me, news, upcoming, productName } = props;
  const link = useStore($partnersLink) ?? me.partner_link;
  const registrations = useRegistrations(props.registrations);
  return (
    <>
      <Hero me={me} link={link} productName={productName} reader={reader} />
      <div className="stack split">
        <Registrations members={registrations} reader={reader} />
        <div className="stack">
          <FeedBlock news={news} upcoming={upcoming} link={link} reader={reader} />
          <Inviter me={me} reader={reader} />
        </div>
      </div>
    </>
  );
}

/** The newest members of the team, asked for again as somebody comes. */
function useRegistrations(start: readonly Registration[]): readonly Registration[] {
  const [members, setMembers] = useState(start);
  const newest = useRef(0);
  useChanges(['registrations'], async () => {
    const wish = (newest.current += 1);
    const answer = await call(listRegistrations, undefined, { isUnasked: true });
    if (wish === newest.current && answer?.success) setMembers(answer.data.items);
  });
  return members;
}
