import { useEffect, useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { findAnything } from '#contracts/find.ts';

export type Found = OutputOf<typeof findAnything>;

const NOTHING: Found = { members: [], transactions: [], posts: [] };
/** A single letter matches nearly everything. */
const SHORTEST = 2;
const PAUSE_MS = 200;

/** What the server knows of the words, after a short pause in typing. `isLost`: no answer came. */
export function useFound(words: string): { found: Found; isLooking: boolean; isLost: boolean } {
  const [answer, setAnswer] = useState<{ words: string; found: Found | undefined }>({ words: '', found: NOTHING });
  const isAsked = words.length >= SHORTEST;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      const result = await call(findAnything, { words });
      if (!isOutdated) setAnswer({ words, found: result?.success ? result.data : undefined });
    }, PAUSE_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [words, isAsked]);
  if (!isAsked) return { found: NOTHING, isLooking: false, isLost: false };
  const isLooking = answer.words !== words;
  return { found: answer.found ?? NOTHING, isLooking, isLost: !isLooking && !answer.found };
}
