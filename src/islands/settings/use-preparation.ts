import { useEffect, useState } from 'react';
import { call } from '#client/call.ts';
import { type Asked, poll } from '#client/poll.ts';
import { getPreparation, type Preparation } from '#contracts/data.ts';

/** Where the making of a member's file stands, followed while it is made and somebody looks at the page. */
export function usePreparation(start: Preparation) {
  const [preparation, setPreparation] = useState(start);
  const isMaking = preparation.state === 'making';
  useEffect(() => {
    if (!isMaking) return undefined;
    let isOver = false;
    const ask = async (): Promise<Asked> => {
      if (isOver) return 'over';
      const answer = await call(getPreparation, {}, { isUnasked: true });
      if (isOver) return 'over';
      if (!answer?.success) return answer && answer.error.status < 500 ? 'over' : 'broken';
      setPreparation(answer.data);
      return answer.data.state === 'making' ? 'answered' : 'over';
    };
    void poll(ask);
    return () => {
      isOver = true;
    };
  }, [isMaking]);
  return { preparation, setPreparation };
}
