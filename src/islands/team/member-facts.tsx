import { roleLook } from '#domain/career-status.ts';
import { CONTACT_KINDS } from '#domain/contacts.ts';
import { formatDay } from '#domain/days.ts';
import { formatDate, formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Rank } from '#components/ui/rank.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Person } from './persons.ts';
import type { Member } from './use-member.ts';

type Props = { person: Person; member: Member | undefined };

export function MemberFacts({ person, member }: Props) {
  const { t } = useReader();
  const { username, is_former: isFormer, isActive, career_status: status } = person;
  const facts = [
    { name: t('team:columns.line'), value: formatNumber(person.line) },
    { name: t('team:columns.in_team'), value: formatNumber(person.inTeam) },
    { name: t('team:columns.real_estate'), value: person.realEstate > 0 ? formatNumber(person.realEstate) : '—' },
    { name: t('team:member.registered'), value: formatDay(person.since) },
    ...(member && !isFormer ? contactsOf(member, t) : []),
  ];
  return (
    <>
      <div className="row who-card">
        <Avatar user={person} size="xl" tier={roleLook(status).tier} nobody="" />
        <div className="stack tight grow">
          <b>{isFormer ? t('common:former_member') : `@${username}`}</b>
          <div className="row">
            <Badge kind={isActive ? 'ok' : 'off'}>{isActive ? t('common:active') : t('common:not_active')}</Badge>
            <Rank status={status} label={t(`common:career_status.${status}`)} />
          </div>
        </div>
      </div>
      <dl className="facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {member && member.missing_for_active.length > 0 && (
        <div className="stack tight">
          <h2>{t('team:missing.title')}</h2>
          <ul className="bullets">
            {member.missing_for_active.map((missing) => (
              <li key={missing}>{t(`team:missing.${missing}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** From the log of registrations; the new member reads the same text. */
export function WhyHere({ member }: { member: Member }) {
  const { t, timeZone } = useReader();
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

function contactsOf({ contacts }: Member, t: Reader['t']): { name: string; value: string }[] {
  const kinds = CONTACT_KINDS.filter((kind) => contacts?.[kind]);
  if (contacts && kinds.length > 0)
    return kinds.map((kind) => ({ name: t(`profile:contacts.${kind}`), value: contacts[kind] }));
  return [{ name: t('team:member.contacts'), value: contacts ? '—' : t('team:member.contacts_hidden') }];
}
