import { type ReactNode, useMemo, useState } from 'react';
import { chooseLetters } from '#contracts/notices.ts';
import type { NoticeKind } from '#domain/notices.ts';
import { type IslandTexts, sayFrom } from '#i18n/island-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useCallForm } from '../use-call-form.ts';
import type { Text } from './letters-texts.ts';

type Letter = { kind: NoticeKind; name: string; isWanted: boolean };
type Props = {
  texts: IslandTexts<Text>;
  action: string;
  letters: readonly Letter[];
  email: string;
  owner: string;
  /** What the page says first, until something has been done here. */
  said?: ReactNode;
  /** What stands beside the form. */
  children?: ReactNode;
};

/** Which letters come, saved in place. */
export function LettersForm({ texts, action, letters, email, owner, said, children }: Props) {
  const t = useMemo(() => sayFrom(texts), [texts]);
  const [savedCount, setSavedCount] = useState(0);
  const { field, notice, isBusy, onSubmit } = useCallForm<typeof chooseLetters, Record<string, unknown>>({
    contract: chooseLetters,
    // Boxes ticked before this is awake stay as they are: the form reads them from the page.
    values: {},
    inputOf: (ticked) => ({ unwanted: letters.map(({ kind }) => kind).filter((kind) => !ticked[kind]) }),
    // A box can't be filled in wrongly.
    say: () => t('common:line_broken'),
    onDone: () => setSavedCount((count) => count + 1),
  });
  const isSaved = savedCount > 0 && !isBusy && !notice;
  return (
    <>
      {isSaved && (
        <Notice key={savedCount} kind="ok" takesFocus>
          {t('notices:letters.saved')}
        </Notice>
      )}
      {notice && (
        <Notice kind="bad" takesFocus>
          {notice}
        </Notice>
      )}
      {savedCount === 0 && !notice && said}
      <div className="stack halves">
        <form className="card stack" method="post" action={action} onSubmit={onSubmit}>
          <input type="hidden" name="owner" value={owner} autoComplete="off" />
          <h2>{t('notices:letters.wanted')}</h2>
          <p className="hint">{t('notices:letters.lede', { email })}</p>
          <div className="stack tight">
            {letters.map(({ kind, name, isWanted }) => (
              <CheckField key={kind} label={name} defaultChecked={isWanted} {...field(kind)} />
            ))}
          </div>
          <div className="row">
            <Button variant="primary" aria-busy={isBusy}>
              {t('notices:letters.submit')}
            </Button>
          </div>
        </form>
        {children}
      </div>
    </>
  );
}
