import { useMemo } from 'react';
import { type ConsoleMember, listConsoleMembers } from '#contracts/console/members.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { useReader } from '../use-reader.ts';
import { type Column, ColumnChoice, DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import type { ListQuery } from './list-query.ts';
import { MEMBERS_TEXTS, type MembersText } from './members-texts.ts';
import { useConsole } from './use-console.tsx';
import { useList } from './use-list.ts';

type Props = ReaderProps<MembersText> & {
  start: OutputOf<typeof listConsoleMembers>;
  query: ListQuery;
  hidden: readonly string[];
};

export const COLUMN_IDS = ['username', 'name', 'email', 'state', 'career_status', 'registered_at'];
export const STATE_KINDS: Record<ConsoleMember['state'], BadgeKind> = {
  open: 'ok',
  blocked: 'bad',
  closed: 'off',
  waiting: 'info',
};

/** Everybody, to be searched by whatever somebody may know of them. */
export function MembersScreen({ start, query, hidden, ...props }: Props) {
  const reader = useReader(MEMBERS_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const list = useList<ConsoleMember, typeof listConsoleMembers>({
    contract: listConsoleMembers,
    ...{ ask, start, query, hidden, columnIds: COLUMN_IDS },
  });
  const columns = useMemo(() => columnsOf(reader), [reader]);
  return (
    <section className="card flush">
      <ListFilters
        t={t}
        path={consolePath('members')}
        list={list}
        searchHint={t('console_members:members.search_hint')}
        choices={[
          {
            name: 'state',
            label: t('console_members:members.state'),
            all: t('console_members:members.all'),
            options: MEMBER_STATES.map((value) => ({ value, label: t(`console_members:members.states.${value}`) })),
          },
        ]}
      />
      <ColumnChoice t={t} columns={columns} list={list} />
      <DataTable
        t={t}
        caption={t('console_members:members.title')}
        path={consolePath('members')}
        columns={columns}
        list={list}
        rowId={({ username }) => username}
      />
      {confirmation}
    </section>
  );
}

function columnsOf(reader: Reader<MembersText>): Column<ConsoleMember>[] {
  const { t } = reader;
  return [
    {
      id: 'username',
      label: t('console_members:members.username'),
      sort: 'username',
      isFixed: true,
      cell: ({ username }) => (
        <a className="link" href={consolePath('member', { username })}>
          {username}
        </a>
      ),
    },
    {
      id: 'name',
      label: t('console_members:members.name'),
      cell: ({ name }) => name ?? <span className="muted">{t('console_members:members.unnamed')}</span>,
    },
    { id: 'email', label: t('console_members:members.email'), cell: ({ email }) => email },
    {
      id: 'state',
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(`console_members:members.states.${state}`)}</Badge>,
    },
    {
      id: 'career_status',
      label: t('console_members:members.career_status'),
      cell: ({ career_status: status }) => status && t(`common:career_status.${status}`),
    },
    {
      id: 'registered_at',
      label: t('console_members:members.registered'),
      sort: 'registered_at',
      cell: ({ registered_at: at }) => (
        <time className="nowrap" dateTime={at}>
          {whenOf(at, reader)}
        </time>
      ),
    },
  ];
}
