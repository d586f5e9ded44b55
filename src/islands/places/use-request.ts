import { useState } from 'react';
import type { Refusal } from '#contracts/call.ts';
import type { Plan } from '#contracts/places.ts';
import type { Board } from './find-board.ts';
import type { Told } from './request-form.tsx';

/** What stands against a request for a place, and what was said when it was turned down. */
export function useRequest(board: Board, plan: Plan | undefined, refresh: () => Promise<void>, first?: Told) {
  const [refusal, setRefusal] = useState(first);
  const canRequest = plan?.state === 'available' && !board.unfinished;
  /** The notice of what is unfinished says that by itself. */
  const isSaid = board.unfinished !== null && refusal?.code === 'unfinished_transaction';
  return {
    canRequest,
    isSaid,
    refusal,
    onRefused: async (next: Refusal) => {
      await refresh();
      setRefusal(next);
    },
  };
}
