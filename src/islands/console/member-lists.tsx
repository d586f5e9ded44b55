import type { ReactNode } from 'react';
import type { MemberCard } from '#contracts/console/member-card.ts';
import { type ConsolePage, consolePath } from '#domain/console-paths.ts';
import type { Ability } from '#domain/staff.ts';
import { textName } from '#domain/text-name.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActionText, AuditValues } from './audit-words.tsx';
import { ledgerColumns, ledgerColumnsWithBatches } from './ledger-lines.tsx';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { securityColumns } from './security-entries.tsx';
import { When } from './when.tsx';

type Props = { member: MemberCard; abilities: readonly Ability[] };
type ListName =
  'ledger' | 'withdrawals' | 'transactions' | 'places' | 'sessions' | 'security' | 'support' | 'mails' | 'log';
type Row<Name extends keyof MemberCard> = NonNullable<MemberCard[Name]> extends (infer One)[] ? One : never;
type Columns<Name extends keyof MemberCard> = (reader: Reader) => PlainColumn<Row<Name>>[];

export function MemberLists({ member, abilities }: Props) {
  const reader = useReader();
  const { username, mails, log } = member;
  return (
    <>
      {member.state !== 'waiting' && (
        <>
          <MoneyLists {...{ member, abilities }} />
          <AccountLists member={member} />
        </>
      )}
      {mails && (
        <List
          {...{ name: 'mails', rows: mails, all: consolePath('memberMails', { username }) }}
          rowId={({ id }) => id}
          columns={mailColumns(reader)}
        />
      )}
      <List
        {...{ name: 'log', rows: log }}
        all={abilities.includes('log.read') && consolePath('log', {}, { subject: `member:${username}` })}
        rowId={({ number }) => number}
        columns={logColumns(reader)}
      />
    </>
  );
}

function MoneyLists({ member, abilities }: Props) {
  const reader = useReader();
  const { username, ledger, withdrawals, transactions, places } = member;
  const columnsOf = abilities.includes('accruals.read') ? ledgerColumnsWithBatches : ledgerColumns;
  const ofMember = { search: `@${username}` };
  return (
    <>
      <List
        {...{ name: 'ledger', rows: ledger, all: consolePath('memberLedger', { username }) }}
        rowId={({ number }) => number}
        columns={columnsOf(reader)}
      />
      <List
        {...{ name: 'withdrawals', rows: withdrawals, all: consolePath('withdrawals', {}, ofMember) }}
        rowId={({ id }) => id}
        columns={withdrawalColumns(reader)}
      />
      <List
        {...{ name: 'transactions', rows: transactions, all: consolePath('transactions', {}, ofMember) }}
        rowId={({ id }) => id}
        columns={transactionColumns(reader)}
      />
      <List {...{ name: 'places', rows: places }} rowId={({ id }) => id} columns={placeColumns(reader)} />
    </>
  );
}

function AccountLists({ member: { username, sessions, security, support } }: Pick<Props, 'member'>) {
  const reader = useReader();
  return (
    <>
      <List {...{ name: 'sessions', rows: sessions }} rowId={({ id }) => id} columns={sessionColumns(reader)} />
      <List
        {...{ name: 'security', rows: security, all: consolePath('memberSecurity', { username }) }}
        rowId={({ id }) => id}
        columns={securityColumns(reader)}
      />
      {support && (
        <List
          {...{ name: 'support', rows: support }}
          all={consolePath('support', {}, { search: `@${username}`, state: 'all' })}
          rowId={({ number }) => number}
          columns={supportColumns(reader)}
        />
      )}
    </>
  );
}

type ListProps<Item> = {
  name: ListName;
  rows: readonly Item[];
  /** Address of the whole list. */
  all?: string | false;
  rowId: (row: Item) => string | number;
  columns: readonly PlainColumn<Item>[];
};

/** The latest rows, with a link to all. */
function List<Item>({ name, rows, all, rowId, columns }: ListProps<Item>) {
  const { t } = useReader();
  const title = t(`console_members:card.${name}`);
  return (
    <PlainTable {...{ id: name, title, none: t('console_members:card.none'), rows, rowId, columns }}>
      {all && rows.length > 0 && (
        <Button href={all} variant="plain">
          {t('console_members:card.all')} <span className="hidden-text">{title}</span>
        </Button>
      )}
    </PlainTable>
  );
}

const withdrawalColumns: Columns<'withdrawals'> = (reader) => {
  const { t } = reader;
  return [
    {
      label: t('console_members:card.requested'),
      cell: ({ id, at }) => linkTo('withdrawal', { id }, <When at={at} />),
    },
    { label: t('console_members:card.amount'), amount: ({ amount }) => amount },
    {
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge>{t(`console:withdrawals.states.${state}`)}</Badge>,
    },
  ];
};

const transactionColumns: Columns<'transactions'> = (reader) => {
  const { t } = reader;
  return [
    {
      label: t('console_members:card.requested'),
      cell: ({ id, at }) => linkTo('transaction', { id }, <When at={at} />),
    },
    { label: t('console_members:card.plan'), cell: ({ plan }) => plan },
    { label: t('console_members:card.price'), amount: ({ price }) => price },
    {
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge>{t(`transactions:state.${state}`)}</Badge>,
    },
  ];
};

const placeColumns: Columns<'places'> = (reader) => {
  const { t } = reader;
  return [
    { label: t('console_members:card.plan'), cell: ({ plan }) => plan },
    { label: t('console_members:card.opened'), cell: ({ opened_at: at }) => <When at={at} /> },
    {
      label: t('console_members:card.ends'),
      cell: ({ expires_at: at }) => (at ? <When at={at} /> : t('console_members:card.never')),
    },
    { label: t('console_members:card.closed'), cell: ({ closed_at: at }) => at && <When at={at} /> },
  ];
};

const sessionColumns: Columns<'sessions'> = (reader) => {
  const { t } = reader;
  return [
    { label: t('console_members:card.device'), cell: ({ device }) => device },
    { label: t('console_members:card.range'), cell: ({ range }) => range },
    { label: t('console_members:card.started'), cell: ({ started_at: at }) => <When at={at} /> },
    { label: t('console_members:card.seen'), cell: ({ last_seen_at: at }) => <When at={at} /> },
  ];
};

const supportColumns: Columns<'support'> = (reader) => {
  const { t } = reader;
  return [
    {
      label: t('console_members:card.number'),
      cell: ({ number }) => linkTo('supportRequest', { number }, number),
    },
    { label: t('console_members:card.topic'), cell: ({ topic }) => t(`console_members:support.topics.${topic}`) },
    {
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge>{t(`console_members:support.states.${state}`)}</Badge>,
    },
    { label: t('console_members:card.at'), cell: ({ at }) => <When at={at} /> },
  ];
};

const mailColumns: Columns<'mails'> = (reader) => {
  const { t } = reader;
  return [
    { label: t('console_members:card.kind'), cell: ({ kind }) => t(`console_members:mail.${textName(kind)}`) },
    { label: t('console_members:card.queued'), cell: ({ at }) => <When at={at} /> },
    {
      label: t('console_members:card.sent'),
      cell: ({ sent_at: at }) => (at ? <When at={at} /> : t('console_members:card.not_sent')),
    },
  ];
};

const logColumns: Columns<'log'> = (reader) => {
  const { t } = reader;
  return [
    { label: t('console_members:card.at'), cell: ({ at }) => <When at={at} /> },
    { label: t('console_members:card.actor'), cell: ({ actor }) => actor },
    { label: t('console_members:card.action'), cell: ({ action }) => <ActionText {...{ action }} /> },
    { label: t('console_members:card.reason'), cell: ({ reason }) => reason },
    { label: t('console_members:card.before'), cell: ({ before }) => <AuditValues values={before} /> },
    { label: t('console_members:card.after'), cell: ({ after }) => <AuditValues values={after} /> },
  ];
};

function linkTo(page: ConsolePage, params: Record<string, string>, text: ReactNode) {
  return (
    <a className="link" href={consolePath(page, params)}>
      {text}
    </a>
  );
}
