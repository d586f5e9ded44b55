import { type ConsoleSupport, listConsoleSupport } from '#contracts/console/support.ts';
import { consolePath } from '#domain/console-paths.ts';
import { SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listConsoleSupport>;
};

export const SupportScreen = withReader(function SupportScreen({ start }: Props) {
  const { t } = useReader();
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsoleSupport}
      path={consolePath('support')}
      caption={t('console_members:support.title')}
      rowId={({ number }) => number}
      waiting="support"
      filters={{
        searchHint: t('console_members:support.search_hint'),
        choices: [
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
        ],
      }}
    />
  );
});

export const STATE_KINDS = { open: 'warn', answered: 'ok', closed: 'off' } as const;

function columnsOf(reader: Reader): Column<ConsoleSupport>[] {
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
      cell: ({ created_at: at }) => <When at={at} />,
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
