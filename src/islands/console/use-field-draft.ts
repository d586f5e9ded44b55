import { useEffect, useRef, useState } from 'react';
import type { Result } from '#contracts/call.ts';

const PAUSE_MS = 1_500;

/** `conflict`: someone else saved the draft; automatic saving stops. */
export type FieldDraftState = 'saved' | 'unsaved' | 'saving' | 'conflict' | 'refused' | 'broken';
type Draft<Fields> = { draft: { changed_at: string } | null; fields: Fields };

/** Saves after each pause, one save at a time. Typed text stays even if a save fails. */
export function useFieldDraft<Fields extends object, D extends Draft<Fields>>(
  start: D,
  saveFields: (input: Fields & { seen: string }) => Promise<Result<D> | undefined>,
) {
  const [saved, setSaved] = useState(start);
  const [fields, setFields] = useState(start.fields);
  const [state, setState] = useState<FieldDraftState>('saved');
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
    const answer = await saveFields({ seen: seenVersion.current, ...sentFields });
    isSaving.current = false;
    if (answer?.success) {
      seenVersion.current = answer.data.draft?.changed_at ?? '';
      setSaved(answer.data);
      const hasNewer = latest.current.number !== number;
      setState(hasNewer ? 'unsaved' : 'saved');
      return hasNewer ? saveSoon() : undefined;
    }
    setRefusal(answer ? (Object.values(answer.error.fields ?? {})[0]?.[0] ?? answer.error.detail) : '');
    return setState(!answer ? 'broken' : answer.error.code === 'draft_moved_on' ? 'conflict' : 'refused');
  };

  return {
    ...{ saved, fields, state, refusal },
    change: (change: Partial<Fields>) => {
      const next = { ...latest.current.fields, ...change };
      latest.current = { fields: next, number: latest.current.number + 1 };
      setFields(next);
      if (state === 'conflict') return;
      setState('unsaved');
      saveSoon();
    },
    replace: (next: D) => {
      seenVersion.current = next.draft?.changed_at ?? '';
      latest.current = { fields: next.fields, number: latest.current.number + 1 };
      setSaved(next);
      setFields(next.fields);
      setState('saved');
    },
  };
}
