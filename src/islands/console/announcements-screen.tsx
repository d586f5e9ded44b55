import { type ConsoleAnnouncement, listAnnouncements } from '#contracts/console/announcements.ts';
import { ANNOUNCEMENT_STATES, NEW_ANNOUNCEMENT } from '#domain/announcements.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { STATE_BADGES } from './announcement-parts.tsx';
import { ListScreen } from './list-screen.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = { start: ListStart<typeof listAnnouncements>; canSend: boolean };

export const AnnouncementsScreen = withReader(function AnnouncementsScreen({ start, canSend }: Props) {
  const { t } = useReader();
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listAnnouncements}
      path={consolePath('announcements')}
      caption={t('console_content:announcements.title')}
      rowId={({ id }) => id}
      head={
        canSend && (
          <div className="tools">
            <Button href={consolePath('announcement', { id: NEW_ANNOUNCEMENT })} variant="primary">
              {t('console_content:announcements.begin')}
            </Button>
          </div>
        )
      }
      filters={{
        choices: [
          {
            name: 'state',
            label: t('console_content:announcements.state'),
            all: t('console_content:announcements.all'),
            options: ANNOUNCEMENT_STATES.map((value) => {
              return { value, label: t(`console_content:announcements.states.${value}`) };
            }),
          },
        ],
      }}
    />
  );
});

function columnsOf({ t }: Reader): Column<ConsoleAnnouncement>[] {
  return [
    {
      id: 'title',
      label: t('console_content:announcements.name'),
      isFixed: true,
      cell: ({ id, title }) => (
        <a href={consolePath('announcement', { id })}>{title || t('console_content:announcements.untitled')}</a>
      ),
    },
    {
      id: 'state',
      label: t('console_content:announcements.state'),
      cell: ({ state }) => (
        <Badge kind={STATE_BADGES[state]}>{t(`console_content:announcements.states.${state}`)}</Badge>
      ),
    },
    {
      id: 'recipients',
      label: t('console_content:announcements.recipients'),
      isNumber: true,
      cell: ({ recipients }) => recipients ?? '–',
    },
    {
      id: 'notified',
      label: t('console_content:announcements.notified'),
      isNumber: true,
      cell: ({ notified }) => notified,
    },
    {
      id: 'emailed',
      label: t('console_content:announcements.emailed'),
      isNumber: true,
      cell: ({ by_email: isByEmail, emailed }) => (isByEmail ? emailed : '–'),
    },
    {
      id: 'created_by',
      label: t('console_content:announcements.created_by'),
      cell: ({ created_by: name }) => name,
    },
    {
      id: 'created_at',
      label: t('console_content:announcements.created'),
      cell: ({ created_at: at }) => <When at={at} />,
    },
  ];
}
