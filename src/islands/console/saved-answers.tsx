import { useState } from 'react';
import type { Refusal } from '#contracts/call.ts';
import { removeSavedAnswer, saveAnswer, type SavedAnswer } from '#contracts/console/support.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { SUPPORT_ANSWER_MAX } from '#domain/support.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '../use-reader.ts';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { SUPPORT_TEXTS, type SupportText } from './support-texts.ts';
import { useConsole } from './use-console.tsx';

type Props = ReaderProps<SupportText> & { start: SavedAnswer[]; canChange: boolean };

/** What support often writes, for everybody who answers. */
export function SavedAnswers({ start, canChange, ...props }: Props) {
  const { t, language } = useReader(SUPPORT_TEXTS, props);
  const { ask, confirmation } = useConsole(t);
  const [items, setItems] = useState(start);
  const [edited, setEdited] = useState<SavedAnswer | 'new'>();
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBroken, setBroken] = useState(false);
  const before = edited === 'new' ? undefined : edited;
  const open = (one: SavedAnswer | 'new' | undefined) => {
    setRefusal(undefined);
    setEdited(one);
  };
  const save = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const value = (name: string) => String(typed.get(name) ?? '');
    const answer = await ask(saveAnswer, {
      ...(before && { id: String(before.id) }),
      ...{ title: value('title'), language: value('language') as 'en', text: value('saved_text') },
    });
    setBroken(!answer);
    if (!answer?.success) return setRefusal(answer?.error);
    setItems(answer.data.items);
    setSaid(t('console_members:support.saved_done'));
    return open(undefined);
  };
  const remove = async (id: number) => {
    const answer = await ask(removeSavedAnswer, { id: String(id) });
    setBroken(!answer);
    if (answer?.success) setItems(answer.data.items);
    else setRefusal(answer?.error);
  };
  return (
    <>
      <div role="status">
        {said && <Notice kind="ok">{said}</Notice>}
        {isBroken && !edited && <Notice kind="bad">{t('console:act.broken')}</Notice>}
      </div>
      <PlainTable
        id="saved"
        title={t('console_members:support.saved')}
        none={t('console:act.empty')}
        rows={items}
        rowId={({ id }) => id}
        columns={columnsOf(t, canChange ? { onChange: open, onRemove: ({ id }) => void remove(id) } : undefined)}
      >
        {canChange && (
          <Button type="button" onClick={() => open('new')}>
            {t('console_members:support.saved_add')}
          </Button>
        )}
      </PlainTable>
      {edited && (
        <Dialog
          title={t(before ? 'console_members:support.saved_change' : 'console_members:support.saved_add')}
          close={t('console:act.close')}
          onClose={() => open(undefined)}
        >
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void save(event.currentTarget);
            }}
          >
            <div role="status">
              {isBroken && <Notice kind="bad">{t('console:act.broken')}</Notice>}
              {refusal && !refusal.fields && <Notice kind="bad">{refusal.detail}</Notice>}
            </div>
            <TextField
              name="title"
              label={t('console_members:support.saved_title')}
              defaultValue={before?.title}
              errors={refusal?.fields?.['title']}
              maxLength={80}
              required
              autoFocus
            />
            <Select
              name="language"
              label={t('console_members:support.saved_language')}
              value={before?.language ?? language}
              options={LANGUAGES.map(({ segment, name }) => ({ value: segment, label: name }))}
            />
            <TextField
              name="saved_text"
              isMultiline
              rows={8}
              label={t('console_members:support.saved_text')}
              defaultValue={before?.text}
              errors={refusal?.fields?.['text']}
              maxLength={SUPPORT_ANSWER_MAX}
              required
            />
            <p>
              <Button variant="primary">{t('console_members:support.saved_save')}</Button>
            </p>
          </form>
        </Dialog>
      )}
      {confirmation}
    </>
  );
}

type Acts = { onChange: (one: SavedAnswer) => void; onRemove: (one: SavedAnswer) => void };

function columnsOf(t: Say<SupportText>, acts: Acts | undefined): PlainColumn<SavedAnswer>[] {
  const texts: PlainColumn<SavedAnswer>[] = [
    { label: t('console_members:support.saved_title'), cell: ({ title }) => title },
    { label: t('console_members:support.saved_language'), cell: ({ language }) => language },
    { label: t('console_members:support.saved_text'), cell: ({ text }) => <span className="excerpt">{text}</span> },
  ];
  if (!acts) return texts;
  const buttons = (one: SavedAnswer) => (
    <span className="acts">
      <Button type="button" onClick={() => acts.onChange(one)}>
        {t('console_members:support.saved_change')}
      </Button>{' '}
      <Button type="button" variant="plain" onClick={() => acts.onRemove(one)}>
        {t('console_members:support.saved_remove')}
      </Button>
    </span>
  );
  return [...texts, { label: '', cell: buttons }];
}
