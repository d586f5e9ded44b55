import { useMemo, useState } from 'react';
import {
  approveSeveral,
  type ConsoleWithdrawal,
  downloadWithdrawals,
  listConsoleWithdrawals,
} from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { shortDestination } from '#domain/destination.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '../use-reader.ts';
import { ActDialog } from './act-dialog.tsx';
import { CsvLink } from './csv-link.tsx';
import { ColumnChoice, DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import { MemberLink } from './member-link.tsx';
import { useConsole } from './use-console.tsx';
import { type Column, type ListStart, useList } from './use-list.ts';
import { canApprove, canReject, type WithdrawalAct, WithdrawalDialog } from './withdrawal-dialog.tsx';
import { WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';
import { WITHDRAWAL_TEXTS, type WithdrawalText } from './withdrawal-texts.ts';

type Props = ReaderProps<WithdrawalText> & {
  start: ListStart<typeof listConsoleWithdrawals>;
  canDecide: boolean;
};
type Asked = { act: WithdrawalAct; row: ConsoleWithdrawal } | { act: 'several'; rows: ConsoleWithdrawal[] };

/** The queue of withdrawals: what has waited longest first, approved or declined one by one or several at once. */
export function WithdrawalsScreen({ start, canDecide, ...props }: Props) {
  const reader = useReader(WITHDRAWAL_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const columns = useMemo(() => columnsOf(reader), [reader]);
  const list = useList({ contract: listConsoleWithdrawals, path: consolePath('withdrawals'), ask, columns, start });
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState('');
  const close = () => setAsked(undefined);
  return (
    <section className="card flush">
      <ListFilters
        t={t}
        list={list}
        searchHint={t('console:withdrawals.search_hint')}
        choices={[
          {
            name: 'state',
            label: t('console:withdrawals.state'),
            all: t('console:withdrawals.all'),
            options: WITHDRAWAL_STATES.map((value) => ({ value, label: t(`console:withdrawals.states.${value}`) })),
          },
        ]}
      />
      <ColumnChoice t={t} list={list} />
      <CsvLink label={t('console_money:csv')} contract={downloadWithdrawals} query={list.query} />
      <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
      <DataTable
        t={t}
        caption={t('console:withdrawals.title')}
        list={list}
        rowId={({ id }) => id}
        {...(canDecide && {
          renderActs: (row: ConsoleWithdrawal) => (
            <>
              {canApprove(row) && (
                <Button type="button" onClick={() => setAsked({ act: 'approve', row })}>
                  {t('console:withdrawals.approve')}
                </Button>
              )}{' '}
              {canReject(row) && (
                <Button type="button" variant="plain" onClick={() => setAsked({ act: 'reject', row })}>
                  {t('console:withdrawals.reject')}
                </Button>
              )}
            </>
          ),
          selection: {
            canSelect: canApprove,
            nameOf: ({ username, amount }: ConsoleWithdrawal) => `${username} ${amount}`,
            renderActs: (rows: ConsoleWithdrawal[]) => (
              <Button type="button" variant="primary" onClick={() => setAsked({ act: 'several', rows })}>
                {t('console:withdrawals.approve_selected')}
              </Button>
            ),
          },
        })}
      />
      {asked && asked.act !== 'several' && (
        <WithdrawalDialog
          {...{ reader, ask, ...asked }}
          onDone={(row, words) => {
            close();
            setSaid(words);
            list.replace(({ id }) => id === row.id, row);
          }}
          onClose={close}
        />
      )}
      {asked?.act === 'several' && (
        <ActDialog
          t={t}
          title={t('console:withdrawals.approve_selected')}
          command={() => asked.rows.map(({ id }) => ({ words: ['withdrawals', 'approve', id] }))}
          act={({ reason = '' }) => ask(approveSeveral, { ids: asked.rows.map(({ id }) => id), reason })}
          onDone={({ work }) => location.assign(consolePath('work', { id: work }))}
          onClose={close}
        >
          <p>
            {t('console:list.selected', { count: asked.rows.length })} · {sumOf(asked.rows)} USDT
          </p>
        </ActDialog>
      )}
      {confirmation}
    </section>
  );
}

function columnsOf(reader: Reader<WithdrawalText>): Column<ConsoleWithdrawal>[] {
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
      isNumber: true,
      isFixed: true,
      cell: ({ amount }) => amount,
    },
    { id: 'fee', label: t('console:withdrawals.fee'), isNumber: true, cell: ({ fee }) => fee },
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
      cell: (row) => <WithdrawalState t={t} row={row} />,
    },
    {
      id: 'risks',
      label: t('console:withdrawals.risks'),
      cell: (row) => <WithdrawalRisks t={t} row={row} />,
    },
  ];
}

/** Amounts are decimal strings with two to six places; summed in millionths. */
function sumOf(rows: readonly ConsoleWithdrawal[]): string {
  const micros = rows.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0n), 0n);
  return moneyText(micros);
}
