import { useState } from 'react';
import type { MemberCard } from '#contracts/console/members.ts';
import { Notice } from '#components/ui/notice.tsx';
import { withReader } from '#islands/shared/use-reader.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberLists } from './member-lists.tsx';
import { useConsole } from './use-console.tsx';

type Props = { start: MemberCard; canChange: boolean; canExport: boolean };

export const MemberScreen = withReader(function MemberScreen({ start, canChange, canExport }: Props) {
  const { ask, confirmation } = useConsole();
  const [member, setMember] = useState(start);
  const [said, setSaid] = useState('');
  return (
    <div className="stack">
      <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
      <MemberActions
        {...{ ask, member, canChange, canExport }}
        onDone={(text, changed) => {
          setSaid(text);
          if (changed) setMember(changed);
        }}
      />
      <MemberFacts member={member} />
      <MemberLists member={member} />
      {confirmation}
    </div>
  );
});
