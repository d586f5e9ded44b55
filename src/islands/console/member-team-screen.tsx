import { listMemberTeam, type TeamMember } from '#contracts/console/member-lists.ts';
import { consolePath } from '#domain/console-paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { Facts } from './facts.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink, Upline } from './member-link.tsx';
import { STATE_KINDS } from './members-screen.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = { username: string; start: ListStart<typeof listMemberTeam> };

export const MemberTeamScreen = withReader(function MemberTeamScreen({ username, start }: Props) {
  const { t } = useReader();
  const { above, depth } = start.page;
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listMemberTeam}
      path={consolePath('memberTeam', { username })}
      fixed={{ username }}
      caption={t('console_members:card.first_line')}
      rowId={(row) => row.username}
      head={
        <div className="tools">
          <Facts
            facts={[
              { name: t('console_members:card.title'), value: <MemberLink username={username} /> },
              {
                name: t('console_members:card.above'),
                value: <Upline {...{ above, depth }} page="memberTeam" />,
              },
            ]}
          />
        </div>
      }
    />
  );
});

function columnsOf({ t }: Reader): Column<TeamMember>[] {
  return [
    {
      id: 'username',
      label: t('console_members:members.username'),
      isFixed: true,
      cell: ({ username }) => <MemberLink username={username} />,
    },
    {
      id: 'whole_team',
      label: t('console_members:card.team'),
      isNumber: true,
      cell: ({ username, whole_team: count }) =>
        count === 0 ? (
          count
        ) : (
          <a className="link" href={consolePath('memberTeam', { username })}>
            {count}
          </a>
        ),
    },
    {
      id: 'name',
      label: t('console_members:members.name'),
      cell: ({ name }) => name ?? <span className="muted">{t('console_members:members.unnamed')}</span>,
    },
    {
      id: 'state',
      label: t('console_members:members.state'),
      cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(`console_members:members.states.${state}`)}</Badge>,
    },
    {
      id: 'active',
      label: t('console_members:card.active'),
      cell: ({ active }) => t(`console_members:card.${active ? 'yes' : 'no'}`),
    },
    {
      id: 'career_status',
      label: t('console_members:members.career_status'),
      cell: ({ career_status: status }) => t(`common:career_status.${status}`),
    },
    {
      id: 'registered_at',
      label: t('console_members:members.registered'),
      cell: ({ registered_at: at }) => <When at={at} />,
    },
  ];
}
