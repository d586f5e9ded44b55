import { useEffect, useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getTeamMember } from '#contracts/team.ts';

export type Member = OutputOf<typeof getTeamMember>;
type Card = { username: string; member?: Member; fault?: 'broken' | { text: string } };

/** Never returns the data of a member shown before. */
export function useMember(username: string) {
  const [card, setCard] = useState<Card>({ username });
  useEffect(() => {
    let isOver = false;
    void load(username).then((found) => isOver || setCard(found));
    return () => {
      isOver = true;
    };
  }, [username]);
  const { member, fault } = card.username === username ? card : {};
  return {
    member,
    fault,
    again() {
      setCard({ username });
      void load(username).then((found) => setCard((now) => (now.username === username ? found : now)));
    },
  };
}

async function load(username: string): Promise<Card> {
  const answer = await call(getTeamMember, { username });
  if (answer?.success) return { username, member: answer.data };
  return { username, fault: answer?.error.detail ? { text: answer.error.detail } : 'broken' };
}
