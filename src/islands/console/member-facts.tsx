import { Fragment } from 'react';
import type { MemberCard } from '#contracts/console/members.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { type Fact, Facts } from './facts.tsx';
import { languageName } from './language-name.ts';
import { MemberLink } from './member-link.tsx';
import { STATE_KINDS } from './members-screen.tsx';

type Props = { member: MemberCard };

export function MemberFacts({ member }: Props) {
  const reader = useReader();
  const { t } = reader;
  return (
    <div className="tiles large">
      <Card title={t('console_members:card.who')} facts={identityFacts(member, reader)} />
      {member.state !== 'waiting' && (
        <>
          <Card title={t('console_members:card.tree')} facts={teamFacts(member, reader)} />
          <Card
            title={t('console_members:card.balance')}
            facts={[
              { name: t('console_members:card.available'), value: amountText(member.balance.available, reader) },
              { name: t('console_members:card.held'), value: amountText(member.balance.held, reader) },
              { name: t('console_members:card.earned'), value: amountText(member.sums.earned, reader) },
              { name: t('console_members:card.paid_in'), value: amountText(member.sums.paid_in, reader) },
              { name: t('console_members:card.went_out'), value: amountText(member.sums.went_out, reader) },
            ]}
          />
        </>
      )}
    </div>
  );
}

function Card({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="card stack tight">
      <h2>{title}</h2>
      <Facts facts={facts} />
    </section>
  );
}

function identityFacts(member: MemberCard, reader: Reader): Fact[] {
  const { t } = reader;
  const when = (name: string, at: string | null): Fact[] => (at ? [{ name, value: whenOf(at, reader) }] : []);
  const contacts = Object.values(member.contacts).filter((contact) => contact !== '');
  return [
    { name: t('console_members:members.username'), value: member.username },
    { name: t('console_members:members.name'), value: member.name ?? t('console_members:members.unnamed') },
    { name: t('console_members:members.email'), value: member.email },
    ...(member.new_email ? [{ name: t('console_members:card.new_email'), value: member.new_email }] : []),
    {
      name: t('console_members:members.state'),
      value: <Badge kind={STATE_KINDS[member.state]}>{t(`console_members:members.states.${member.state}`)}</Badge>,
    },
    ...when(t('console_members:card.blocked_since'), member.blocked_at),
    ...when(t('console_members:card.closed_since'), member.closed_at),
    ...when(t('console_members:card.stopped_since'), member.withdrawals_stopped_at),
    ...when(t('console_members:members.registered'), member.registered_at),
    ...when(t('console_members:card.activated'), member.activated_at),
    { name: t('console_members:card.language'), value: languageName(member.language) },
    ...(member.career_status
      ? [
          {
            name: t('console_members:members.career_status'),
            value: t(`common:career_status.${member.career_status}`),
          },
          { name: t('console_members:card.active'), value: t(`console_members:card.${member.active ? 'yes' : 'no'}`) },
          { name: t('console_members:card.pin'), value: t(`console_members:card.pins.${member.pin}`) },
        ]
      : []),
    ...(contacts.length > 0 ? [{ name: t('console_members:card.contacts'), value: contacts.join(', ') }] : []),
  ];
}

function teamFacts(member: MemberCard, { t }: Reader): Fact[] {
  const { inviter, above, depth, team, ref_code: code } = member;
  return [
    {
      name: t('console_members:card.inviter'),
      value: inviter ? <MemberLink username={inviter} /> : t('console_members:card.nobody'),
    },
    ...(code ? [{ name: t('console_members:card.ref_code'), value: code }] : []),
    {
      name: t('console_members:card.above'),
      value:
        above.length === 0
          ? '—'
          : above.map((username, index) => (
              <Fragment key={username}>
                {index > 0 && ' › '}
                <MemberLink username={username} />
              </Fragment>
            )),
    },
    { name: t('console_members:card.depth'), value: depth },
    { name: t('console_members:card.team'), value: team.whole },
    {
      name: t('console_members:card.first_line'),
      value: `${team.first_line} (${t('console_members:card.inactive', { count: team.inactive_first_line })})`,
    },
  ];
}
