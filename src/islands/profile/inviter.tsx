import type { Profile } from '#contracts/profile.ts';
import { roleLook } from '#domain/career-status.ts';
import { CONTACT_KINDS } from '#domain/contacts.ts';
import { formatDate } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Rank } from '#components/ui/rank.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import type { Text } from './texts.ts';

export type InviterProps = {
  me: Pick<Profile, 'inviter' | 'inviter_contacts' | 'joined_by'>;
  reader: Reader<Text>;
};

/** Who has invited the member, and how to reach them where they allow it. */
export function Inviter({ me, reader }: InviterProps) {
  const { t, timeZone } = reader;
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
