import { listMemberSecurity } from '#contracts/console/member-lists.ts';
import { consolePath } from '#domain/console-paths.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { OfMember } from './member-link.tsx';
import { securityColumns } from './security-entries.tsx';
import type { ListStart } from './use-list.ts';

type Props = { username: string; start: ListStart<typeof listMemberSecurity> };

export const MemberSecurityScreen = withReader(function MemberSecurityScreen({ username, start }: Props) {
  const { t } = useReader();
  return (
    <ListScreen
      start={start}
      columnsOf={securityColumns}
      contract={listMemberSecurity}
      path={consolePath('memberSecurity', { username })}
      fixed={{ username }}
      caption={t('console_members:card.security')}
      rowId={({ id }) => id}
      head={<OfMember username={username} />}
    />
  );
});
