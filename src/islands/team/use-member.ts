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
    let isCancelled = false;
    void load(username).then((next) => isCancelled || setCard(next));
    return () => {
      isCancelled = true;
    };
  }, [username]);
  const { member, fault } = card.username === username ? card : {};
  return {
    member,
    fault,
    retry() {
      setCard({ username });
      void load(username).then((next) => setCard((before) => (before.username === username ? next : before)));
    },
  };
}

async function load(username: string): Promise<Card> {
  const answer = await call(getTeamMember, { username });
  if (answer?.success) return { username, member: answer.data };
  return { username, fault: answer?.error.detail ? { text: answer.error.detail } : 'broken' };
}
