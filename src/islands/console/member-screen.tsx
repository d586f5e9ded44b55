import { useState } from 'react';
import type { MemberCard } from '#contracts/console/members.ts';
import { type ReaderProps } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '../use-reader.ts';
import { MemberActions } from './member-actions.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberLists } from './member-lists.tsx';
import { MEMBER_TEXTS, type MemberText } from './member-texts.ts';
import { useConsole } from './use-console.tsx';

type Props = ReaderProps<MemberText> & { start: MemberCard; canChange: boolean; canExport: boolean };

/** Everything that is needed to help one member, on one page. */
export function MemberScreen({ start, canChange, canExport, ...props }: Props) {
  const reader = useReader(MEMBER_TEXTS, props);
  const { ask, confirmation } = useConsole(reader.t);
  const [member, setMember] = useState(start);
  const [said, setSaid] = useState('');
  return (
    <div className="stack">
      <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
      <MemberActions
        {...{ reader, ask, member, canChange, canExport }}
        onDone={(text, changed) => {
          setSaid(text);
          if (changed) setMember(changed);
        }}
      />
      <MemberFacts member={member} reader={reader} />
      <MemberLists member={member} reader={reader} />
      {confirmation}
    </div>
  );
}
