import { useState } from 'react';
import { call } from '#client/call.ts';
import { getPreparation, type Preparation } from '#contracts/data.ts';
import { useChanges } from '../use-changes.ts';
import { useWaiting } from '../use-waiting.ts';

/** Where the making of a member's file stands, followed while it is made and somebody looks at the page. */
export function usePreparation(start: Preparation) {
  const [preparation, setPreparation] = useState(start);
  useWaiting(preparation.state === 'making');
  useChanges(['exports'], async () => {
    const answer = await call(getPreparation, {}, { isUnasked: true });
    if (answer?.success) setPreparation(answer.data);
  });
  return { preparation, setPreparation };
}
