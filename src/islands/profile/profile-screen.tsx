import { useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { listRegistrations, type Profile } from '#contracts/profile.ts';
import { roleLook } from '#domain/career-status.ts';
import { CONTACT_KINDS } from '#domain/contacts.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import { $partnersLink } from '#stores/session.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Rank } from '#components/ui/rank.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { FeedBlock, type FeedBlockProps } from './feed-block.tsx';
import { ActiveBadge, Hero, type HeroProps } from './hero.tsx';
import { INVITE } from './invite.ts';

type Props = {
  productName: string;
  me: HeroProps['me'] & InviterProps['me'];
  registrations: readonly Registration[];
  news: FeedBlockProps['news'];
  upcoming: FeedBlockProps['upcoming'];
  done: 'profile:first_steps.hidden' | undefined;
};

export const ProfileScreen = withReader(function ProfileScreen(props: Props) {
  const { me, news, upcoming, productName } = props;
  const link = useShared($partnersLink) ?? me.partner_link;
  const registrations = useRegistrations(props.registrations);
  const { t } = useReader();
  return (
    <>
      {props.done && <Notice kind="ok">{t(props.done)}</Notice>}
      <Hero me={me} link={link} productName={productName} />
      <div className="stack split">
        <Registrations members={registrations} />
        <div className="stack">
          <FeedBlock news={news} upcoming={upcoming} link={link} />
          <Inviter me={me} />
        </div>
      </div>
    </>
  );
});

type Member = OutputOf<typeof listRegistrations>['items'][number];
type Registration = Pick<Member, 'username' | 'name' | 'photo' | 'is_former' | 'registered_at' | 'active'>;

type RegistrationsProps = { members: readonly Registration[] };

function Registrations({ members }: RegistrationsProps) {
  const reader = useReader();
  const { t, language } = reader;
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{t('profile:registrations.title')}</h2>
        <Button href={path(language, 'team')} variant="plain">
          {t('profile:registrations.whole_team')}
        </Button>
      </div>
      {members.length === 0 ? (
        <EmptyState title={t('common:nothing_here')}>
          <p>{t('profile:registrations.empty')}</p>
          <Button href={`#${INVITE}`}>{t('profile:first_steps.link')}</Button>
        </EmptyState>
      ) : (
        <ul className="rows">
          {members.map((member) => (
            <li key={member.username}>
              <span className="grow">
                <UserCard user={member} former={t('common:former_member')} />
              </span>
              <span className="meta">
                <ActiveBadge active={member.active} />
                <small className="muted">
                  <time dateTime={member.registered_at}>{whenOf(member.registered_at, reader)}</time>
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type InviterProps = {
  me: Pick<Profile, 'inviter' | 'inviter_contacts' | 'joined_by'>;
};

function Inviter({ me }: InviterProps) {
  const { t, timeZone } = useReader();
  const { inviter, inviter_contacts: contacts, joined_by: joinedBy } = me;
  const kinds = CONTACT_KINDS.filter((kind) => contacts?.[kind]);
  return (
    <section className="card stack">
      <h2>{t('profile:inviter.title')}</h2>
      {inviter ? (
        <div className="row between">
          <UserCard
            user={inviter}
            size="lg"
            tier={roleLook(inviter.career_status).tier}
            former={t('common:former_member')}
          />
          <Rank status={inviter.career_status} label={t(`common:career_status.${inviter.career_status}`)} />
        </div>
      ) : (
        <p className="muted">{t('profile:inviter.empty')}</p>
      )}
      {kinds.length > 0 && (
        <dl className="facts">
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`profile:contacts.${kind}`)}</dt>
              <dd>{contacts?.[kind]}</dd>
            </div>
          ))}
        </dl>
      )}
      {joinedBy && (
        <p className="hint">
          {t('profile:inviter.joined_by', { code: joinedBy.ref_code, date: formatDate(joinedBy.at, timeZone) })}
        </p>
      )}
    </section>
  );
}

function useRegistrations(start: readonly Registration[]): readonly Registration[] {
  const [members, setMembers] = useState(start);
  const begin = useNewest();
  useChanges(['registrations'], async () => {
    const isNewest = begin();
    const answer = await call(listRegistrations, undefined, { isUnasked: true });
    if (isNewest() && answer?.success) setMembers(answer.data.items);
  });
  return members;
}
