import { whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { FileDraft } from './use-file-draft.ts';

type Props = {
  of: Pick<FileDraft, 'saved' | 'isChanged' | 'isBusy' | 'message' | 'save'>;
  label: string;
  apply: string;
  /** Page of the draft, for the newest version after a conflict. */
  href: string;
  onApply: () => void;
  onDiscard: () => void;
};

/** Saves, applies and discards a draft, and says its state. */
export function DraftBar({ of, label, apply, href, onApply, onDiscard }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { saved, isChanged, isBusy, message, save } = of;
  const { draft } = saved;
  return (
    <>
      <div className="row" role="group" aria-label={label}>
        <Button type="button" variant="primary" aria-busy={isBusy || undefined} onClick={() => void save()}>
          {t('console_content:draft.save')}
        </Button>
        {draft && !isChanged && (
          <>
            {saved.wrong.length === 0 && (
              <Button type="button" onClick={onApply}>
                {apply}
              </Button>
            )}
            <Button type="button" variant="plain" onClick={onDiscard}>
              {t('console_content:draft.discard')}
            </Button>
          </>
        )}
        <span className="muted" role="status">
          {isChanged && t('console_content:draft.unsaved')}
          {!isChanged &&
            draft &&
            t('console_content:draft.saved', { when: whenOf(draft.changed_at, reader), name: draft.changed_by })}
        </span>
      </div>
      <div role="status">
        {message && (
          <Notice kind={message.kind}>
            {message.text}{' '}
            {message.isConflict && (
              <a href={href} target="_blank" rel="noopener">
                {t('console_content:draft.latest')}
              </a>
            )}
          </Notice>
        )}
      </div>
    </>
  );
}
