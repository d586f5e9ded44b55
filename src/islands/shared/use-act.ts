import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { newUid } from '#client/new-uid.ts';
import { isUndecided, type Refusal, type Result } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';

/** What became of a try: an answer, or that the line broke. */
export type Fault = Refusal | 'broken';

/**
 * One thing that a member does on the server, once however often it is pressed. All tries whose end nobody knows have one
 * uid; what is asked for otherwise has another.
 */
export function useAct<C extends Contract>(contract: C, firstUid?: string) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const isActing = useRef(false);
  const attempt = useRef<{ uid: string; input: string | undefined } | undefined>(
    firstUid === undefined ? undefined : { uid: firstUid, input: undefined },
  );
  const uidOf = (input: InputOf<C>) => {
    const text = JSON.stringify(input);
    const { uid = newUid(), input: before = text } = attempt.current ?? {};
    attempt.current = { uid: before === text ? uid : newUid(), input: text };
    return attempt.current.uid;
  };
  /** Gives back the answer; nothing when the line broke or the last try is not over. */
  const act = async (input: InputOf<C>): Promise<Result<OutputOf<C>> | undefined> => {
    if (isActing.current) return undefined;
    isActing.current = true;
    setBusy(true);
    const answer = await call(contract, input, { uid: uidOf(input) });
    isActing.current = false;
    if (answer && (answer.success || !isUndecided(answer.error))) attempt.current = undefined;
    setBusy(false);
    setFault(answer?.success ? undefined : (answer?.error ?? 'broken'));
    return answer;
  };
  return { act, isBusy, fault, forget: () => setFault(undefined) };
}
