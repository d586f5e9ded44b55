import { useState } from 'react';
import { removeSavedAnswer, saveAnswer, type SavedAnswer } from '#contracts/console/support.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { SUPPORT_ANSWER_MAX } from '#domain/support.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { useConsole } from './use-console.tsx';

type Props = { start: SavedAnswer[]; canChange: boolean };
type OpenDialog = { act: 'save'; answer: SavedAnswer | undefined } | { act: 'remove'; answer: SavedAnswer };

export const SavedAnswers = withReader(function SavedAnswers({ start, canChange }: Props) {
  const { t, language } = useReader();
  const { call, confirmation } = useConsole();
  const [items, setItems] = useState(start);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [message, setMessage] = useState('');
  const close = () => setDialog(undefined);
  const done = (data: { items: SavedAnswer[] }) => {
    setItems(data.items);
    setMessage(t('console:act.done'));
    close();
  };
  const acts = canChange ? (answer: SavedAnswer, act: OpenDialog['act']) => setDialog({ act, answer }) : undefined;
  return (
    <>
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      <PlainTable
        id="saved"
        title={t('console_members:support.saved')}
        none={t('console:act.empty')}
        rows={items}
        rowId={({ id }) => id}
        columns={columnsOf(t, acts)}
      >
        {canChange && (
          <Button type="button" onClick={() => setDialog({ act: 'save', answer: undefined })}>
            {t('console_members:support.saved_add')}
          </Button>
        )}
      </PlainTable>
      {dialog?.act === 'save' && (
        <ActDialog
          title={t(dialog.answer ? 'console_members:support.saved_change' : 'console_members:support.saved_add')}
          submit={t('console_members:support.saved_save')}
          call={call}
          contract={saveAnswer}
          input={dialog.answer ? { id: String(dialog.answer.id) } : {}}
          onDone={done}
          onClose={close}
          renderFields={({ field }) => (
            <>
              <TextField
                label={t('console_members:support.saved_title')}
                defaultValue={dialog.answer?.title}
                maxLength={80}
                required
                {...field('title')}
              />
              <Select
                label={t('console_members:support.saved_language')}
                value={dialog.answer?.language ?? language}
                options={LANGUAGES.map(({ segment, name }) => ({ value: segment, label: name }))}
                {...field('language')}
              />
              <TextField
                isMultiline
                rows={8}
                label={t('console_members:support.saved_text')}
                defaultValue={dialog.answer?.text}
                maxLength={SUPPORT_ANSWER_MAX}
                required
                {...field('text')}
              />
            </>
          )}
        />
      )}
      {dialog?.act === 'remove' && (
        <ActDialog
          title={`${t('console_members:support.saved_remove')}: ${dialog.answer.title}`}
          isBad
          call={call}
          contract={removeSavedAnswer}
          input={{ id: String(dialog.answer.id) }}
          onDone={done}
          onClose={close}
        />
      )}
      {confirmation}
    </>
  );
});

type Acts = (answer: SavedAnswer, act: OpenDialog['act']) => void;

function columnsOf(t: Translate, acts: Acts | undefined): PlainColumn<SavedAnswer>[] {
  const texts: PlainColumn<SavedAnswer>[] = [
    { label: t('console_members:support.saved_title'), cell: ({ title }) => title },
    { label: t('console_members:support.saved_language'), cell: ({ language }) => language },
    { label: t('console_members:support.saved_text'), cell: ({ text }) => <span className="excerpt">{text}</span> },
  ];
  if (!acts) return texts;
  const buttons = (answer: SavedAnswer) => (
    <span className="acts">
      <Button type="button" onClick={() => acts(answer, 'save')}>
        {t('console_members:support.saved_change')}
      </Button>{' '}
      <Button type="button" variant="plain" onClick={() => acts(answer, 'remove')}>
        {t('console_members:support.saved_remove')}
      </Button>
    </span>
  );
  return [...texts, { label: '', cell: buttons }];
}
