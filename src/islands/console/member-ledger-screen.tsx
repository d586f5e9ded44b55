import { downloadMemberLedger, LEDGER_ACCOUNTS, listMemberLedger } from '#contracts/console/member-lists.ts';
import { consolePath } from '#domain/console-paths.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { CsvLink } from './csv-link.tsx';
import { Facts } from './facts.tsx';
import { ledgerColumns, ledgerColumnsWithBatches } from './ledger-lines.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { ListStart } from './use-list.ts';

type Props = { username: string; start: ListStart<typeof listMemberLedger>; canOpenBatches: boolean };

export const MemberLedgerScreen = withReader(function MemberLedgerScreen({ username, start, canOpenBatches }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { available, held } = start.page.balance;
  return (
    <ListScreen
      start={start}
      columnsOf={canOpenBatches ? ledgerColumnsWithBatches : ledgerColumns}
      contract={listMemberLedger}
      path={consolePath('memberLedger', { username })}
      fixed={{ username }}
      caption={t('console_members:card.ledger')}
      rowId={({ number }) => String(number)}
      head={
        <div className="tools">
          <Facts
            facts={[
              { name: t('console_members:card.title'), value: <MemberLink username={username} /> },
              { name: t('console_members:card.available'), amount: available },
              { name: t('console_members:card.held'), amount: held },
            ]}
          />
        </div>
      }
      filters={{
        choices: [
          {
            name: 'account',
            label: t('console_members:ledger.account'),
            options: LEDGER_ACCOUNTS.map((value) => ({ value, label: t(`console_members:card.${value}`) })),
          },
        ],
      }}
      renderTools={({ list }) => (
        <CsvLink label={t('console_money:csv')} contract={downloadMemberLedger} query={{ ...list.query, username }} />
      )}
    />
  );
});
