import type { OutputOf } from '#contracts/contract.ts';
import type { listRegistrations } from '#contracts/profile.ts';
import { path } from '#domain/paths.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { ActiveBadge } from './active-badge.tsx';
import type { Text } from './texts.ts';

type Member = OutputOf<typeof listRegistrations>['items'][number];
/** What is shown of somebody who has come. */
export type Registration = Pick<Member, 'username' | 'name' | 'photo' | 'is_former' | 'registered_at' | 'active'>;

type Props = { members: readonly Registration[]; reader: Reader<Text> };

/** Who has come to the team lately. */
export function Registrations({ members, reader }: Props) {
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
        </EmptyState>
      ) : (
        <ul className="rows">
          {members.map((member) => (
            <li key={member.username}>
              <span className="grow">
                <UserCard user={member} former={t('common:former_member')} />
              </span>
              <span className="meta">
                <ActiveBadge active={member.active} t={t} />
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
