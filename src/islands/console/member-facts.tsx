import type { MemberCard } from '#contracts/console/member-card.ts';
import { consolePath } from '#domain/console-paths.ts';
import { formatDate } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Fact, Facts } from './facts.tsx';
import { languageName } from './language-name.ts';
import { MemberLink, Upline } from './member-link.tsx';
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
          <Card title={t('console_members:card.balance')} facts={moneyFacts(member, reader)} />
          <Card title={t('console_members:card.protection')} facts={protectionFacts(member, reader)} />
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
        ]
      : []),
    ...(contacts.length > 0 ? [{ name: t('console_members:card.contacts'), value: contacts.join(', ') }] : []),
  ];
}

function moneyFacts({ balance, sums, result }: MemberCard, reader: Reader): Fact[] {
  const { t } = reader;
  const amounts = [
    ['available', balance.available],
    ['held', balance.held],
    ['earned', sums.earned],
    ['paid', result.paid],
    ['result', result.result],
    ['paid_in', sums.paid_in],
    ['went_out', sums.went_out],
  ] as const;
  return amounts.map(([name, amount]) => ({
    name: t(`console_members:card.${name}`),
    amount,
  }));
}

function protectionFacts({ pin, factor, session_count: count }: MemberCard, reader: Reader): Fact[] {
  const { t } = reader;
  const { on_since: since, removal_due_at: dueAt, recovery_codes_left: codes, passkeys } = factor;
  const sinceText = (at: string) => t('console_members:card.since', { when: whenOf(at, reader) });
  return [
    {
      name: t('console_members:card.factor'),
      value: since ? sinceText(since) : t('console_members:card.factor_off'),
    },
    ...(dueAt ? [{ name: t('console_members:card.removal_due'), value: whenOf(dueAt, reader) }] : []),
    ...(since ? [{ name: t('console_members:card.recovery_codes'), value: codes }] : []),
    {
      name: t('console_members:card.passkeys'),
      value:
        passkeys.length === 0
          ? '0'
          : passkeys.map(({ name, added_at: at }) => (
              <div key={at}>
                {name}, {sinceText(at)}
              </div>
            )),
    },
    { name: t('console_members:card.pin'), value: t(`console_members:card.pins.${pin}`) },
    { name: t('console_members:card.session_count'), value: count },
  ];
}

function describeJoining(joinedBy: NonNullable<MemberCard['joined_by']>, { t, timeZone }: Reader): string {
  const { ref_code: code, at, via } = joinedBy;
  return `${code}, ${formatDate(at, timeZone)}, ${t(`console_members:card.joined_via.${via ?? 'unknown'}`)}`;
}

function teamFacts({ username, ...member }: MemberCard, reader: Reader): Fact[] {
  const { t } = reader;
  const { inviter, joined_by: joinedBy, above, depth, team, ref_code: code } = member;
  const toTeam = (text: string | number, count: number) =>
    count === 0 ? (
      text
    ) : (
      <a className="link" href={consolePath('memberTeam', { username })}>
        {text}
      </a>
    );
  const inactive = t('console_members:card.inactive', { count: team.inactive_first_line });
  return [
    {
      name: t('console_members:card.inviter'),
      value: inviter ? <MemberLink username={inviter} /> : t('console_members:card.nobody'),
    },
    ...(joinedBy ? [{ name: t('console_members:card.joined_by'), value: describeJoining(joinedBy, reader) }] : []),
    ...(code ? [{ name: t('console_members:card.ref_code'), value: code }] : []),
    { name: t('console_members:card.above'), value: <Upline {...{ above, depth }} /> },
    { name: t('console_members:card.depth'), value: depth },
    { name: t('console_members:card.team'), value: toTeam(team.whole, team.whole) },
    {
      name: t('console_members:card.first_line'),
      value: toTeam(`${team.first_line} (${inactive})`, team.first_line),
    },
  ];
}
