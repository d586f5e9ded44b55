import { useEffect, useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { type ConsolePostDraft, type PostFields, savePostDraft } from '#contracts/console/posts.ts';

const PAUSE_MS = 1_500;

/** `conflict`: someone else saved the draft; automatic saving stops. */
type State = 'saved' | 'unsaved' | 'saving' | 'conflict' | 'refused' | 'broken';

/** Saves after each pause, one save at a time. Typed text stays even if a save fails. */
export function usePostDraft(call: Call, start: ConsolePostDraft) {
  const [post, setPost] = useState(start);
  const [fields, setFields] = useState(start.fields);
  const [state, setState] = useState<State>('saved');
  const [refusal, setRefusal] = useState('');
  const latest = useRef({ fields, number: 0 });
  const seenVersion = useRef(start.draft?.changed_at ?? '');
  const isSaving = useRef(false);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const saveSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  };
  const save = async () => {
    if (isSaving.current) return saveSoon();
    isSaving.current = true;
    const { fields: sentFields, number } = latest.current;
    setState('saving');
    const answer = await call(savePostDraft, { slug: post.slug, seen: seenVersion.current, ...sentFields });
    isSaving.current = false;
    if (answer?.success) {
      seenVersion.current = answer.data.draft?.changed_at ?? '';
      setPost(answer.data);
      const hasNewer = latest.current.number !== number;
      setState(hasNewer ? 'unsaved' : 'saved');
      return hasNewer ? saveSoon() : undefined;
    }
    setRefusal(answer ? (Object.values(answer.error.fields ?? {})[0]?.[0] ?? answer.error.detail) : '');
    return setState(!answer ? 'broken' : answer.error.code === 'draft_moved_on' ? 'conflict' : 'refused');
  };

  return {
    ...{ post, fields, state, refusal },
    change: (change: Partial<PostFields>) => {
      const next = { ...latest.current.fields, ...change };
      latest.current = { fields: next, number: latest.current.number + 1 };
      setFields(next);
      if (state === 'conflict') return;
      setState('unsaved');
      saveSoon();
    },
    replace: (next: ConsolePostDraft) => {
      seenVersion.current = next.draft?.changed_at ?? '';
      latest.current = { fields: next.fields, number: latest.current.number + 1 };
      setPost(next);
      setFields(next.fields);
      setState('saved');
    },
  };
}
