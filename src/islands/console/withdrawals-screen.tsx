import { useState } from 'react';
import { type ConsoleWithdrawal, downloadWithdrawals, listConsoleWithdrawals } from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { shortDestination } from '#domain/destination.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { formatMoney } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { ApproveSeveral } from './approve-several.tsx';
import { CsvLink } from './csv-link.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column, ListStart } from './use-list.ts';
import { canApprove, canReject, type WithdrawalAct, WithdrawalDialog } from './withdrawal-dialog.tsx';
import { WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';

type Props = {
  start: ListStart<typeof listConsoleWithdrawals>;
  canDecide: boolean;
};
type OpenDialog = { act: WithdrawalAct; row: ConsoleWithdrawal } | { act: 'several'; rows: ConsoleWithdrawal[] };

export const WithdrawalsScreen = withReader(function WithdrawalsScreen({ start, canDecide }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsoleWithdrawals}
      path={consolePath('withdrawals')}
      caption={t('console:withdrawals.title')}
      rowId={({ id }) => id}
      filters={{
        searchHint: t('console:withdrawals.search_hint'),
        choices: [
          {
            name: 'state',
            label: t('console:withdrawals.state'),
            all: t('console:withdrawals.all'),
            options: WITHDRAWAL_STATES.map((value) => ({ value, label: t(`console:withdrawals.states.${value}`) })),
          },
        ],
      }}
      renderTools={({ list }) => (
        <>
          {list.page.total && (
            <p className="tools">
              {t('console:list.rows', { count: list.page.total.count })} · {amountText(list.page.total.amount, reader)}
            </p>
          )}
          <CsvLink label={t('console_money:csv')} contract={downloadWithdrawals} query={list.query} />
        </>
      )}
      renderActs={
        canDecide &&
        ((row) => (
          <>
            {canApprove(row) && (
              <Button type="button" onClick={() => setDialog({ act: 'approve', row })}>
                {t('console:withdrawals.approve')}
              </Button>
            )}{' '}
            {canReject(row) && (
              <Button type="button" variant="plain" onClick={() => setDialog({ act: 'reject', row })}>
                {t('console:withdrawals.reject')}
              </Button>
            )}
          </>
        ))
      }
      selection={
        canDecide && {
          canSelect: canApprove,
          nameOf: ({ username, amount }) => `${username} ${amount}`,
          renderActs: (rows) => (
            <Button type="button" variant="primary" onClick={() => setDialog({ act: 'several', rows })}>
              {t('console:withdrawals.approve_selected')}
            </Button>
          ),
        }
      }
      renderDialog={({ call, list, showMessage }) =>
        dialog?.act === 'several' ? (
          <ApproveSeveral {...{ call }} rows={dialog.rows} onClose={close} />
        ) : (
          dialog && (
            <WithdrawalDialog
              {...{ call, ...dialog }}
              onDone={(row, message) => {
                close();
                showMessage(message);
                list.replace(({ id }) => id === row.id, row);
              }}
              onClose={close}
            />
          )
        )
      }
    />
  );
});

function columnsOf(reader: Reader): Column<ConsoleWithdrawal>[] {
  const { t, language } = reader;
  return [
    {
      id: 'requested_at',
      label: t('console:withdrawals.requested'),
      sort: 'requested_at',
      isFixed: true,
      cell: (row) => (
        <a className="link nowrap" href={consolePath('withdrawal', { id: row.id })}>
          <time dateTime={row.requested_at}>{whenOf(row.requested_at, reader)}</time>
        </a>
      ),
    },
    {
      id: 'username',
      label: t('console:withdrawals.member'),
      cell: ({ username }) => <MemberLink username={username} />,
    },
    {
      id: 'amount',
      label: t('console:withdrawals.amount'),
      sort: 'amount',
      isNumber: true,
      isFixed: true,
      cell: ({ amount }) => formatMoney(amount, language),
    },
    { id: 'fee', label: t('console:withdrawals.fee'), isNumber: true, cell: ({ fee }) => formatMoney(fee, language) },
    {
      id: 'destination',
      label: t('console:withdrawals.destination'),
      cell: ({ network, destination }) => (
        <span className="nowrap" title={destination}>
          {network} <span className="mono">{shortDestination(destination)}</span>
        </span>
      ),
    },
    {
      id: 'state',
      label: t('console:withdrawals.state'),
      cell: (row) => <WithdrawalState row={row} />,
    },
    {
      id: 'risks',
      label: t('console:withdrawals.risks'),
      cell: (row) => <WithdrawalRisks row={row} />,
    },
  ];
}
