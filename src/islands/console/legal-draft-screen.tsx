import { useState } from 'react';
import { discardLegalDraft, type LegalDraft, publishLegalDraft, saveLegalDraft } from '#contracts/console/legal.ts';
import { FILE_MAX } from '#contracts/console/fields.ts';
import { consolePath } from '#domain/console-paths.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DifferenceView } from './difference-view.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useConsole } from './use-console.tsx';
import { useFileDraft } from './use-file-draft.ts';

type Props = { start: LegalDraft };

export const LegalDraftScreen = withReader(function LegalDraftScreen({ start }: Props) {
  const { t } = useReader();
  const { document } = start;
  const { call, confirmation } = useConsole();
  const draft = useFileDraft(start, (input) => call(saveLegalDraft, { document, ...input }));
  const { saved, file, setFile, show } = draft;
  const [dialog, setDialog] = useState<'publish' | 'discard'>();
  // Input typed before hydration would be lost, so the field is disabled.
  const isAwake = useIsAwake();
  const close = () => setDialog(undefined);
  const done = (next: LegalDraft, text: string) => {
    close();
    show(next, text);
  };
  return (
    <>
      <DraftBar
        of={draft}
        label={t('console_content:legal.publish_title')}
        apply={t('console_content:legal.publish')}
        href={consolePath('legalDraft', { document })}
        onApply={() => setDialog('publish')}
        onDiscard={() => setDialog('discard')}
      />
      <section className="card stack" aria-labelledby="changes">
        <h2 id="changes">{t('console_content:draft.changes')}</h2>
        <DifferenceView wrong={saved.wrong} changes={saved.changes} />
      </section>
      <fieldset className="bare" disabled={!isAwake}>
        <section className="card">
          <TextField
            name="file"
            isMultiline
            rows={24}
            maxLength={FILE_MAX}
            className="input mono"
            label={t('console_content:legal.file')}
            hint={t('console_content:legal.file_hint')}
            value={file}
            onChange={({ currentTarget: { value } }) => setFile(value)}
          />
        </section>
      </fieldset>
      {dialog === 'publish' && (
        <ActDialog
          title={t('console_content:legal.publish_title')}
          command={() => ({ words: ['legal', 'publish', `${document}.md`] })}
          call={call}
          contract={publishLegalDraft}
          input={{ document, shown: saved.shown }}
          onDone={(next) => done(next, t('console_content:legal.done'))}
          onClose={close}
        >
          <p>{t('console_content:legal.publish_text')}</p>
          <DifferenceView wrong={[]} changes={saved.changes} />
        </ActDialog>
      )}
      {dialog === 'discard' && (
        <DiscardDialog
          call={call}
          contract={discardLegalDraft}
          input={{ document, seen: saved.draft?.changed_at ?? '' }}
          onDone={(next) => done(next, t('console_content:draft.discarded'))}
          onClose={close}
        />
      )}
      {confirmation}
    </>
  );
});
