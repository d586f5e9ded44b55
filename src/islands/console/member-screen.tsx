import { useState } from 'react';
import type { MemberCard } from '#contracts/console/member-card.ts';
import type { Ability } from '#domain/staff.ts';
import { Notice } from '#components/ui/notice.tsx';
import { withReader } from '#islands/shared/use-reader.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberLists } from './member-lists.tsx';
import { useConsole } from './use-console.tsx';

type Props = { start: MemberCard; abilities: readonly Ability[] };

export const MemberScreen = withReader(function MemberScreen({ start, abilities }: Props) {
  const { call, confirmation } = useConsole();
  const [member, setMember] = useState(start);
  const [message, setMessage] = useState('');
  return (
    <div className="stack">
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      <MemberActions
        {...{ call, member, abilities }}
        onDone={(text, changed) => {
          setMessage(text);
          if (changed) setMember(changed);
        }}
      />
      <MemberFacts member={member} />
      <MemberLists {...{ member, abilities }} />
      {confirmation}
    </div>
  );
});
