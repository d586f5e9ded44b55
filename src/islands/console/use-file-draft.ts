import { useState } from 'react';
import type { Result } from '#contracts/call.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

type Draft = { file: string; draft: { changed_at: string; changed_by: string } | null; wrong: readonly string[] };
type Save<D> = (input: { file: string; seen: string }) => Promise<Result<D> | undefined>;
type DraftMessage = { kind: 'ok' | 'bad'; text: string; isConflict?: boolean };

export type FileDraft<D extends Draft = Draft> = ReturnType<typeof useFileDraft<D>>;

/** A file that staff edit as a shared draft; `saveFile` keeps it, errors and all. */
export function useFileDraft<D extends Draft>(start: D, saveFile: Save<D>) {
  const { t } = useReader();
  const [saved, setSaved] = useState(start);
  const [file, setFile] = useState(start.file);
  const [message, setMessage] = useState<DraftMessage>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = file !== saved.file;
  useLeaveGuard(isChanged);
  const show = (draft: D, text?: string) => {
    setSaved(draft);
    setFile(draft.file);
    setMessage(text === undefined ? undefined : { kind: 'ok', text });
  };
  /** `readFile` gives another file than the edited one. */
  const save = async (readFile?: () => Promise<Result<{ file: string }> | undefined>) => {
    if (isBusy) return;
    setBusy(true);
    const read = readFile ? await readFile() : ({ success: true, data: { file } } as const);
    const answer = read?.success ? await saveFile({ file: read.data.file, seen: saved.draft?.changed_at ?? '' }) : read;
    setBusy(false);
    if (!answer) return setMessage({ kind: 'bad', text: t('console:act.broken') });
    if (answer.success) return show(answer.data);
    const text = answer.error.fields?.['file']?.[0] ?? answer.error.detail;
    setMessage({ kind: 'bad', text, isConflict: answer.error.code === 'draft_moved_on' });
  };
  return { saved, file, setFile, isChanged, isBusy, message, save, show };
}
