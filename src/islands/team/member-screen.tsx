import { useEffect } from 'react';
import type { MemberCard } from '#contracts/profile.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { MemberFacts, WhyHere } from './member-facts.tsx';
import { MemberPath } from './member-path.tsx';
import { personOf } from './persons.ts';
import type { Member } from './use-member.ts';

type Props = { me: MemberCard; member: Member };

export const MemberScreen = withReader(function MemberScreen(props: Props) {
  const { me, member } = props;
  const { t, language, timeZone } = useReader();
  useOwnAddress(member.username);
  return (
    <>
      <p className="above">
        <Button href={path(language, 'team')} icon="back" variant="plain">
          {t('team:title')}
        </Button>
      </p>
      <div className="stack split">
        <section className="card stack">
          <MemberFacts person={personOf(member, timeZone)} member={member} />
        </section>
        <div className="stack">
          <WhyHere member={member} />
          <MemberPath me={me} member={member} />
        </div>
      </div>
    </>
  );
});

/** After a reload over a list, Back changes only the address; this loads its page. */
function useOwnAddress(username: string): void {
  useEffect(() => {
    const follow = () => {
      if (decodeURIComponent(location.pathname).split('/').at(-1)?.toLowerCase() !== username) location.reload();
    };
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [username]);
}
