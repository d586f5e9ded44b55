import { useState } from 'react';
import { type ConsoleWithdrawal, downloadWithdrawals, listConsoleWithdrawals } from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { shortDestination } from '#domain/destination.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { CsvLink } from './csv-link.tsx';
import { DecideSeveral } from './decide-several.tsx';
import type { Filters } from './list-filters.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import { NodeBalance } from './node-balance.tsx';
import type { Column, ListStart } from './use-list.ts';
import { canReject, type WithdrawalAct, WithdrawalButtons, WithdrawalDialog } from './withdrawal-dialog.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';
import { StartedWork } from './work-screen.tsx';

type Props = {
  start: ListStart<typeof listConsoleWithdrawals>;
  canDecide: boolean;
};
type OpenDialog = { act: WithdrawalAct; row: ConsoleWithdrawal } | { act: WithdrawalAct; rows: ConsoleWithdrawal[] };

export const WithdrawalsScreen = withReader(function WithdrawalsScreen({ start, canDecide }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [done, setDone] = useState<{ id: string; message: string }>();
  const [work, setWork] = useState<string>();
  const close = () => setDialog(undefined);
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsoleWithdrawals}
      path={consolePath('withdrawals')}
      caption={t('console:withdrawals.title')}
      rowId={({ id }) => id}
      waiting="withdrawals"
      filters={filtersOf(t)}
      renderTools={({ call, list }) => (
        <>
          <NodeBalance {...{ call }} after={list.page.total} />
          <CsvLink label={t('console_money:csv')} contract={downloadWithdrawals} query={list.query} />
        </>
      )}
      renderProgress={({ call, list }) =>
        work && <StartedWork key={work} {...{ call }} id={work} onFinished={() => void list.reload()} />
      }
      renderActs={canDecide && ((row) => <WithdrawalButtons row={row} onAct={(act) => setDialog({ act, row })} />)}
      selection={
        canDecide && {
          canSelect: canReject,
          nameOf: ({ username, amount }) => `${username} ${amountText(amount, reader)}`,
          renderActs: (rows) => (
            <>
              <Button type="button" variant="primary" onClick={() => setDialog({ act: 'approve', rows })}>
                {t('console:withdrawals.approve_selected')}
              </Button>
              <Button type="button" onClick={() => setDialog({ act: 'reject', rows })}>
                {t('console:withdrawals.reject_selected')}
              </Button>
            </>
          ),
        }
      }
      drawer={{
        hrefOf: ({ id }) => consolePath('withdrawal', { id }),
        render: ({ row, step, close: onClose }, { call }) =>
          row && (
            <WithdrawalDrawer
              {...{ call, row, step, canDecide, onClose }}
              message={done?.id === row.id ? done.message : undefined}
              onAct={(act) => setDialog({ act, row })}
            />
          ),
      }}
      renderDialog={({ call, list, showMessage }) =>
        dialog &&
        ('rows' in dialog ? (
          <DecideSeveral
            {...{ call, ...dialog }}
            onStarted={(id) => {
              close();
              setWork(id);
              void list.reload();
            }}
            onClose={close}
          />
        ) : (
          <WithdrawalDialog
            {...{ call, ...dialog }}
            onDone={(row, message) => {
              close();
              showMessage(message);
              setDone({ id: row.id, message });
              list.replace(({ id }) => id === row.id, row);
            }}
            onClose={close}
          />
        ))
      }
    />
  );
});

const PAGE_SIZES = ['100', '200'];

function filtersOf(t: Translate): Filters {
  return {
    searchHint: t('console:withdrawals.search_hint'),
    choices: [
      {
        name: 'state',
        label: t('console:withdrawals.state'),
        all: t('console:withdrawals.all'),
        options: WITHDRAWAL_STATES.map((value) => ({ value, label: t(`console:withdrawals.states.${value}`) })),
      },
      {
        name: 'limit',
        label: t('console:withdrawals.page_size'),
        all: '50',
        options: PAGE_SIZES.map((value) => ({ value, label: value })),
      },
    ],
  };
}

function columnsOf(reader: Reader): Column<ConsoleWithdrawal>[] {
  const { t } = reader;
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
      isFixed: true,
      amount: ({ amount }) => amount,
    },
    { id: 'fee', label: t('console:withdrawals.fee'), amount: ({ fee }) => fee },
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
