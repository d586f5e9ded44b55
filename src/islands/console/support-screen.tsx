import { useMemo } from 'react';
import { type ConsoleSupport, listConsoleSupport } from '#contracts/console/support.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '../use-reader.ts';
import { type Column, ColumnChoice, DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import type { ListQuery } from './list-query.ts';
import { MemberLink } from './member-facts.tsx';
import { SUPPORT_TEXTS, type SupportText } from './support-texts.ts';
import { useConsole } from './use-console.tsx';
import { useList } from './use-list.ts';

type Props = ReaderProps<SupportText> & {
  start: OutputOf<typeof listConsoleSupport>;
  query: ListQuery;
  hidden: readonly string[];
};

export const COLUMN_IDS = ['created_at', 'number', 'username', 'topic', 'message', 'state', 'assigned'];

/** What members asked, what has waited longest first. */
export function SupportScreen({ start, query, hidden, ...props }: Props) {
  const reader = useReader(SUPPORT_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const list = useList<ConsoleSupport, typeof listConsoleSupport>({
    contract: listConsoleSupport,
    ...{ ask, start, query, hidden, columnIds: COLUMN_IDS },
  });
  const columns = useMemo(() => columnsOf(reader), [reader]);
  return (
    <section className="card flush">
      <ListFilters
        t={t}
        path={consolePath('support')}
        list={list}
        choices={[
          {
            name: 'state',
            label: t('console_members:support.state'),
            options: [
              ...SUPPORT_STATES.map((value) => ({ value, label: t(`console_members:support.states.${value}`) })),
              { value: 'all', label: t('console_members:support.all') },
            ],
          },
          {
            name: 'topic',
            label: t('console_members:support.topic'),
            all: t('console_members:support.all_topics'),
            options: SUPPORT_TOPICS.map((value) => ({ value, label: t(`console_members:support.topics.${value}`) })),
          },
          {
            name: 'assigned',
            label: t('console_members:support.assigned'),
            all: t('console_members:support.anybody'),
            options: (['me', 'nobody'] as const).map((value) => ({
              value,
              label: t(`console_members:support.${value}`),
            })),
          },
        ]}
      />
      <ColumnChoice t={t} columns={columns} list={list} />
      <DataTable
        t={t}
        caption={t('console_members:support.title')}
        path={consolePath('support')}
        columns={columns}
        list={list}
        rowId={({ number }) => number}
      />
      {confirmation}
    </section>
  );
}

export const STATE_KINDS = { open: 'warn', answered: 'ok', closed: 'off' } as const;

function columnsOf(reader: Reader<SupportText>): Column<ConsoleSupport>[] {
  const { t } = reader;
  return [
    {
      id: 'number',
      label: t('console_members:support.number'),
      isFixed: true,
      cell: ({ number }) => (
        <a className="link nowrap" href={consolePath('supportRequest', { number })}>
          {number}
        </a>
      ),
    },
    {
      id: 'created_at',
      label: t('console_members:support.asked'),
      sort: 'created_at',
      cell: ({ created_at: at }) => (
        <time className="nowrap" dateTime={at}>
          {whenOf(at, reader)}
        </time>
      ),
    },
    {
      id: 'username',
      label: t('console_members:support.member'),
      cell: ({ username }) => <MemberLink username={username} />,
    },
    {
      id: 'topic',
      label: t('console_members:support.topic'),
      cell: ({ topic }) => t(`console_members:support.topics.${topic}`),
    },
    {
      id: 'message',
      label: t('console_members:support.message'),
      cell: ({ message }) => <span className="excerpt">{message}</span>,
    },
    {
      id: 'state',
      label: t('console_members:support.state'),
      cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(`console_members:support.states.${state}`)}</Badge>,
    },
    {
      id: 'assigned',
      label: t('console_members:support.assigned'),
      cell: ({ assigned_to: to }) => to && (to.is_you ? t('console_members:support.you') : to.name),
    },
  ];
}
