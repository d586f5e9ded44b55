import { type ConsoleMail, listMails, MAIL_STATES } from '#contracts/console/mails.ts';
import { consolePath } from '#domain/console-paths.ts';
import { textName } from '#domain/text-name.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import { useSendMail } from './send-mail-dialog.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listMails>;
  canSend: boolean;
};

export const MailsScreen = withReader(function MailsScreen({ start, canSend }: Props) {
  const { t } = useReader();
  const sending = useSendMail(canSend);
  return (
    <ListScreen
      start={start}
      columnsOf={mailColumns}
      contract={listMails}
      path={consolePath('mails')}
      caption={t('console_members:mails.title')}
      rowId={({ id }) => id}
      filters={{
        choices: [
          {
            name: 'state',
            label: t('console_members:mails.state'),
            options: MAIL_STATES.map((value) => ({ value, label: t(`console_members:mails.states.${value}`) })),
          },
        ],
      }}
      {...sending}
    />
  );
});

const KINDS = { waiting: 'info', failed: 'bad', sent: 'ok' } as const;

export function mailColumns(reader: Reader): Column<ConsoleMail>[] {
  const { t } = reader;
  const when = (at: string | null) => at && <When at={at} />;
  return [
    {
      id: 'kind',
      label: t('console_members:mails.kind'),
      isFixed: true,
      cell: ({ kind }) => t(`console_members:mail.${textName(kind)}`),
    },
    {
      id: 'to',
      label: t('console_members:mails.to'),
      isFixed: true,
      cell: ({ username, email }) => (
        <>
          <MemberLink username={username} /> <small className="muted">{email}</small>
        </>
      ),
    },
    {
      id: 'state',
      label: t('console_members:mails.state'),
      cell: ({ state }) => <Badge kind={KINDS[state]}>{t(`console_members:mails.states.${state}`)}</Badge>,
    },
    { id: 'created_at', label: t('console_members:mails.created'), cell: ({ created_at: at }) => when(at) },
    { id: 'sent_at', label: t('console_members:mails.sent_at'), cell: ({ sent_at: at }) => when(at) },
    { id: 'attempts', label: t('console_members:mails.attempts'), isNumber: true, cell: ({ attempts }) => attempts },
    {
      id: 'next_at',
      label: t('console_members:mails.next'),
      cell: ({ state, next_at: at }) => when(at) ?? (state === 'failed' ? t('console_members:mails.never') : null),
    },
    { id: 'error', label: t('console_members:mails.error'), cell: ({ error }) => error },
  ];
}
