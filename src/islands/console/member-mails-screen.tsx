import { listMemberMails } from '#contracts/console/member-lists.ts';
import { consolePath } from '#domain/console-paths.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { mailColumns } from './mails-screen.tsx';
import { OfMember } from './member-link.tsx';
import { useSendMail } from './send-mail-dialog.tsx';
import type { ListStart } from './use-list.ts';

type Props = { username: string; start: ListStart<typeof listMemberMails>; canSend: boolean };

export const MemberMailsScreen = withReader(function MemberMailsScreen({ username, start, canSend }: Props) {
  const { t } = useReader();
  const sending = useSendMail(canSend);
  return (
    <ListScreen
      start={start}
      columnsOf={mailColumns}
      contract={listMemberMails}
      path={consolePath('memberMails', { username })}
      fixed={{ username }}
      caption={t('console_members:mails.title')}
      rowId={({ id }) => id}
      head={<OfMember username={username} />}
      {...sending}
    />
  );
});
