import type { ConsoleWithdrawal, Weighing } from '#contracts/console/withdrawals.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import type { Fact } from './facts.tsx';
import { MemberLink } from './member-link.tsx';

type Props = { row: ConsoleWithdrawal };

const STATE_KINDS: Partial<Record<ConsoleWithdrawal['state'], BadgeKind>> = {
  requested: 'warn',
  approved: 'info',
  sending: 'info',
  completed: 'ok',
  rejected: 'bad',
  failed: 'bad',
};

export function WithdrawalState({ row: { state, waits_for_second: needsSecond } }: Props) {
  const { t } = useReader();
  const kind = STATE_KINDS[state];
  return (
    <>
      <Badge {...(kind && { kind })}>{t(`console:withdrawals.states.${state}`)}</Badge>
      {needsSecond && (
        <>
          {' '}
          <Badge kind="info">{t('console:withdrawals.waits_second')}</Badge>
        </>
      )}
    </>
  );
}

export function WithdrawalRisks({ row: { risks } }: Props) {
  const { t } = useReader();
  return risks.map((risk) => (
    <span key={risk}>
      <Badge kind="warn">{t(`console:withdrawals.risk.${risk}`)}</Badge>{' '}
    </span>
  ));
}

/** Facts for the approver besides the risk flags. */
export function weighingFacts({ available, completed, ...to }: Weighing, reader: Reader): Fact[] {
  const { t } = reader;
  const text = ({ count, total }: Weighing['completed']) =>
    count === 0
      ? t('console:withdrawals.weighing.none')
      : t('console:withdrawals.weighing.count', { count, total: amountText(total, reader) });
  return [
    { name: t('console:withdrawals.weighing.balance'), amount: available },
    { name: t('console:withdrawals.weighing.earlier'), value: text(completed) },
    { name: t('console:withdrawals.weighing.to_destination'), value: text(to.to_destination) },
    ...(to.shared_with.length === 0
      ? []
      : [
          {
            name: t('console:withdrawals.weighing.shared_with'),
            value: to.shared_with.map((username) => (
              <span key={username}>
                <MemberLink username={username} />{' '}
              </span>
            )),
          },
        ]),
  ];
}

export function WithdrawalFacts({ row }: Props) {
  const reader = useReader();
  const { t } = reader;
  return (
    <>
      <p>
        <b>{amountText(row.amount, reader)}</b> · {row.username} · {row.network}{' '}
        <span className="mono">{row.destination}</span>
      </p>
      {row.risks.length > 0 && (
        <Notice kind="warn">
          {t('console:withdrawals.risks')}: {row.risks.map((risk) => t(`console:withdrawals.risk.${risk}`)).join(', ')}
        </Notice>
      )}
    </>
  );
}
