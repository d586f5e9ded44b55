import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { type ConsoleMail, sendMailAgain } from '#contracts/console/mails.ts';
import { textName } from '#domain/text-name.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import type { ListActs } from './list-screen.tsx';

/** Button and dialog of each row in a list of e-mails. */
export function useSendMail(canSend: boolean) {
  const { t } = useReader();
  const [mail, setMail] = useState<ConsoleMail>();
  return {
    renderActs:
      canSend &&
      ((row: ConsoleMail) => (
        <Button type="button" onClick={() => setMail(row)}>
          {t(row.state === 'sent' ? 'console_members:mails.send_again' : 'console_members:mails.send')}
        </Button>
      )),
    renderDialog: ({ call, list, showMessage }: ListActs<ConsoleMail>) =>
      mail && (
        <SendMailDialog
          {...{ call, mail }}
          onDone={() => {
            setMail(undefined);
            showMessage(t('console_members:mails.queued'));
            void list.reload();
          }}
          onClose={() => setMail(undefined)}
        />
      ),
  };
}

type Props = { call: Call; mail: ConsoleMail; onDone: () => void; onClose: () => void };

function SendMailDialog({ call, mail, onDone, onClose }: Props) {
  const { t } = useReader();
  const isSent = mail.state === 'sent';
  return (
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
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <b>{t(`console_members:mail.${textName(mail.kind)}`)}</b> ·{' '}
        {t(isSent ? 'console_members:mails.send_again_text' : 'console_members:mails.send_text', {
          email: mail.email,
        })}
      </p>
    </ActDialog>
  );
}
