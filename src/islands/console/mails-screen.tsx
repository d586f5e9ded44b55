import { useState } from 'react';
import { type ConsoleMail, listMails, MAIL_STATES, sendMailAgain } from '#contracts/console/mails.ts';
import { consolePath } from '#domain/console-paths.ts';
import { textName } from '#domain/text-name.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listMails>;
  canSend: boolean;
};

export const MailsScreen = withReader(function MailsScreen({ start, canSend }: Props) {
  const { t } = useReader();
  const [mail, setMail] = useState<ConsoleMail>();
  const isSent = mail?.state === 'sent';
  return (
    <ListScreen
      {...{ start, columnsOf }}
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
      renderActs={
        canSend &&
        ((row) => (
          <Button type="button" onClick={() => setMail(row)}>
            {t(row.state === 'sent' ? 'console_members:mails.send_again' : 'console_members:mails.send')}
          </Button>
        ))
      }
      renderDialog={({ call, list, showMessage }) =>
        mail && (
          <ActDialog
            title={t(isSent ? 'console_members:mails.send_again' : 'console_members:mails.send')}
            isBad={isSent}
            command={() => ({
              words: ['mails', 'send-again', mail.id],
              ...(isSent && { options: { 'even-if-sent': '' } }),
            })}
            call={call}
            contract={sendMailAgain}
            input={{ id: mail.id, even_if_sent: isSent }}
            onDone={() => {
              setMail(undefined);
              showMessage(t('console_members:mails.queued'));
              void list.reload();
            }}
            onClose={() => setMail(undefined)}
          >
            <p>
              <b>{t(`console_members:mail.${textName(mail.kind)}`)}</b> ·{' '}
              {t(isSent ? 'console_members:mails.send_again_text' : 'console_members:mails.send_text', {
                email: mail.email,
              })}
            </p>
          </ActDialog>
        )
      }
    />
  );
});

const KINDS = { waiting: 'info', failed: 'bad', sent: 'ok' } as const;

function columnsOf(reader: Reader): Column<ConsoleMail>[] {
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
