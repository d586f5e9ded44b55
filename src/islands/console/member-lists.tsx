import type { ReactNode } from 'react';
import type { MemberCard } from '#contracts/console/members.ts';
import { type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { textName } from '#domain/text-name.ts';
import { formatMoney } from '#i18n/format.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActionText, AuditValues } from './audit-words.tsx';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { When } from './when.tsx';

type Props = { member: MemberCard };
type Row<Name extends keyof MemberCard> = NonNullable<MemberCard[Name]> extends (infer One)[] ? One : never;
type Columns<Name extends keyof MemberCard> = (reader: Reader) => PlainColumn<Row<Name>>[];

export function MemberLists({ member }: Props) {
  const reader = useReader();
  const { t } = reader;
  const none = t('console_members:card.none');
  const { places, sessions, withdrawals, transactions, support, mails, log } = member;
  return (
    <>
      {member.state !== 'waiting' && (
        <>
          <PlainTable
            {...{ id: 'withdrawals', title: t('console_members:card.withdrawals'), none, rows: withdrawals }}
            rowId={({ id }) => id}
            columns={withdrawalColumns(reader)}
          />
          <PlainTable
            {...{ id: 'transactions', title: t('console_members:card.transactions'), none, rows: transactions }}
            rowId={({ id }) => id}
            columns={transactionColumns(reader)}
          />
          <PlainTable
            {...{ id: 'places', title: t('console_members:card.places'), none, rows: places }}
            rowId={({ id }) => id}
            columns={placeColumns(reader)}
          />
          <PlainTable
            {...{ id: 'sessions', title: t('console_members:card.sessions'), none, rows: sessions }}
            rowId={({ id }) => id}
            columns={sessionColumns(reader)}
          />
          {support && (
            <PlainTable
              {...{ id: 'support', title: t('console_members:card.support'), none, rows: support }}
              rowId={({ number }) => number}
              columns={supportColumns(reader)}
            />
          )}
        </>
      )}
      {mails && (
        <PlainTable
          {...{ id: 'mails', title: t('console_members:card.mails'), none, rows: mails }}
          rowId={({ id }) => id}
          columns={mailColumns(reader)}
        />
      )}
      <PlainTable
        {...{ id: 'log', title: t('console_members:card.log'), none, rows: log }}
        rowId={({ number }) => number}
        columns={logColumns(reader)}
      />
    </>
  );
}

const withdrawalColumns: Columns<'withdrawals'> = (reader) => {
  const { t, language } = reader;
  return [
    {
      label: t('console_members:card.requested'),
      cell: ({ id, at }) => linkTo('withdrawal', { id }, <When at={at} />),
    },
    { label: t('console_members:card.amount'), isNumber: true, cell: ({ amount }) => formatMoney(amount, language) },
    {
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge>{t(`console:withdrawals.states.${state}`)}</Badge>,
    },
  ];
};

const transactionColumns: Columns<'transactions'> = (reader) => {
  const { t, language } = reader;
  return [
    {
      label: t('console_members:card.requested'),
      cell: ({ id, at }) => linkTo('transaction', { id }, <When at={at} />),
    },
    { label: t('console_members:card.plan'), cell: ({ plan }) => plan },
    { label: t('console_members:card.price'), isNumber: true, cell: ({ price }) => formatMoney(price, language) },
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
