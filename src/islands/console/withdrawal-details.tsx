import type { ConsoleWithdrawal, WithdrawalCard } from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { type Fact, Facts } from './facts.tsx';
import { MemberLink } from './member-link.tsx';
import { STATE_KINDS } from './members-screen.tsx';
import { weighingFacts, WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';

type Props = { card: WithdrawalCard };

/** Facts for a decision, on the page of a withdrawal and in the drawer beside the list. */
export function WithdrawalDetails({ card }: Props) {
  const reader = useReader();
  const { withdrawal: row } = card;
  return (
    <>
      <p>
        <WithdrawalState row={row} /> <WithdrawalRisks row={row} />
      </p>
      <Facts
        facts={[
          ...paymentFacts(row, reader),
          ...weighingFacts(row.weighing, reader),
          ...ownerFacts(card, reader),
          { name: 'ID', value: row.id, isExact: true },
        ]}
      />
    </>
  );
}

function paymentFacts(row: ConsoleWithdrawal, reader: Reader): Fact[] {
  const { t } = reader;
  return [
    { name: t('console:withdrawals.member'), value: <MemberLink username={row.username} /> },
    { name: t('console:withdrawals.amount'), amount: row.amount },
    { name: t('console:withdrawals.fee'), amount: row.fee },
    { name: t('console_money:withdrawal.arrives'), amount: arrives(row) },
    { name: t('console_money:withdrawal.network'), value: row.network },
    { name: t('console_money:withdrawal.destination'), value: row.destination, isExact: true },
    { name: t('console:withdrawals.requested'), value: whenOf(row.requested_at, reader) },
    ...(row.chain_id ? [{ name: t('console:withdrawals.chain'), value: row.chain_id, isExact: true }] : []),
    ...(row.reason ? [{ name: t('console_money:withdrawal.said'), value: row.reason }] : []),
  ];
}

function arrives({ amount, fee }: ConsoleWithdrawal): string {
  return moneyText((parseMoney(amount) ?? 0n) - (parseMoney(fee) ?? 0n));
}

function ownerFacts({ owner, others }: WithdrawalCard, reader: Reader): Fact[] {
  const { t } = reader;
  const contacts = Object.values(owner.contacts).filter((contact) => contact !== '');
  return [
    ...(others.length > 0
      ? [{ name: t('console:withdrawals.others'), value: others.map((other) => <Other key={other.id} {...other} />) }]
      : []),
    { name: t('console_members:members.name'), value: owner.name ?? t('console_members:members.unnamed') },
    { name: t('console_members:members.email'), value: owner.email },
    ...(contacts.length > 0 ? [{ name: t('console_members:card.contacts'), value: contacts.join(', ') }] : []),
    {
      name: t('console_members:members.state'),
      value: <Badge kind={STATE_KINDS[owner.state]}>{t(`console_members:members.states.${owner.state}`)}</Badge>,
    },
    { name: t('console_members:members.registered'), value: whenOf(owner.registered_at, reader) },
    { name: t('console_members:members.career_status'), value: t(`common:career_status.${owner.career_status}`) },
    { name: t('console_members:card.active'), value: t(`console_members:card.${owner.active ? 'yes' : 'no'}`) },
    { name: t('console_members:card.team'), value: owner.team },
    { name: t('console_members:card.first_line'), value: owner.first_line },
    {
      name: t('console_members:card.inviter'),
      value: owner.inviter ? <MemberLink username={owner.inviter} /> : t('console_members:card.nobody'),
    },
  ];
}

function Other({ id, at, amount, state }: WithdrawalCard['others'][number]) {
  const reader = useReader();
  return (
    <div>
      <a className="link" href={consolePath('withdrawal', { id })}>
        {whenOf(at, reader)}
      </a>{' '}
      · {amountText(amount, reader)} · {reader.t(`console:withdrawals.states.${state}`)}
    </div>
  );
}
