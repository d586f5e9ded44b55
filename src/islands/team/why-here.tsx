import { formatDate } from '#i18n/format.ts';
import type { CardReader } from './reader.ts';
import type { Member } from './use-member.ts';

/** The log of the sign-up: the newcomer reads the same. */
export function WhyHere({ member, reader }: { member: Member; reader: CardReader }) {
  const { t, timeZone } = reader;
  const { joined_by: joinedBy, line } = member;
  return (
    <section className="card stack tight">
      <h2>{t('team:why.title')}</h2>
      <p className="muted">
        {joinedBy
          ? t(line === 1 ? 'team:why.by_me' : 'team:why.by_inviter', {
              code: joinedBy.ref_code,
              date: formatDate(joinedBy.at, timeZone),
            })
          : t('team:why.unknown')}
      </p>
    </section>
  );
}
