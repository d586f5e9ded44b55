import { type ConsoleMember, listConsoleMembers } from '#contracts/console/members.ts';
import { consolePath } from '#domain/console-paths.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listConsoleMembers>;
};

export const STATE_KINDS: Record<ConsoleMember['state'], BadgeKind> = {
  open: 'ok',
  blocked: 'bad',
  closed: 'off',
  waiting: 'info',
};

export const MembersScreen = withReader(function MembersScreen({ start }: Props) {
  const { t } = useReader();
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsoleMembers}
      path={consolePath('members')}
      caption={t('console_members:members.title')}
      rowId={({ username }) => username}
      emptyHint={t('console_members:members.search_help')}
      filters={{
        searchHint: t('console_members:members.search_hint'),
        choices: [
          {
            name: 'state',
            label: t('console_members:members.state'),
            all: t('console_members:members.all'),
            options: MEMBER_STATES.map((value) => ({ value, label: t(`console_members:members.states.${value}`) })),
          },
        ],
      }}
    />
  );
});

function columnsOf(reader: Reader): Column<ConsoleMember>[] {
  const { t } = reader;
  return [
    {
      id: 'username',
      label: t('console_members:members.username'),
      sort: 'username',
      isFixed: true,
      cell: ({ username }) => <MemberLink username={username} />,
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
      cell: ({ registered_at: at }) => <When at={at} />,
    },
  ];
}
