import { whenOf } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { FieldDraftState } from './use-field-draft.ts';

type SavedProps = { state: FieldDraftState; draft: { changed_at: string; changed_by: string } | null };

export function SavedWords({ state, draft }: SavedProps) {
  const reader = useReader();
  const { t } = reader;
  return (
    <span className="muted" role="status">
      {state === 'saving' && t('console_content:draft.saving')}
      {!['saved', 'saving'].includes(state) && t('console_content:draft.unsaved')}
      {state === 'saved' &&
        draft &&
        t('console_content:draft.saved', { when: whenOf(draft.changed_at, reader), name: draft.changed_by })}
    </span>
  );
}

/** `href`: page of the draft, for the newest version after a conflict. */
type FaultProps = { state: FieldDraftState; refusal: string; href: string };

export function SaveFault({ state, refusal, href }: FaultProps) {
  const { t } = useReader();
  if (state === 'broken') return <Notice kind="bad">{t('console:act.broken')}</Notice>;
  if (state !== 'conflict' && state !== 'refused') return null;
  return (
    <Notice kind="bad">
      {refusal}{' '}
      {state === 'conflict' && (
        <a href={href} target="_blank" rel="noopener">
          {t('console_content:draft.latest')}
        </a>
      )}
    </Notice>
  );
}
