import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chooseEmails } from '#contracts/notices.ts';
import type { NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { hasChanges } from '#islands/shared/form-changes.ts';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ResultNotices, type ResultTexts } from './result-notices.tsx';
import { useUnsaved } from './use-unsaved.ts';

type Email = { kind: NoticeKind; name: string; isWanted: boolean };
type Props = {
  emails: readonly Email[];
  email: string;
  result: ResultTexts;
  notice: string | undefined;
  always: readonly string[];
};

export const EmailChoicesForm = withReader(function EmailChoicesForm(props: Props) {
  const { email, result, always } = props;
  const { t, language } = useReader();
  const [emails, setEmails] = useState(props.emails);
  const [isSaved, setSaved] = useState(false);
  /** False once ticks are saved on their own; a failure brings the button back. */
  const [hasButton, setButton] = useState(true);
  const hasNewTick = useRef(false);
  const form = useForm<typeof chooseEmails, Record<string, unknown>>(chooseEmails, {
    rendered: { notice: props.notice },
    inputOf: (tickedBoxes) => ({ unwanted: emails.map(({ kind }) => kind).filter((kind) => !tickedBoxes[kind]) }),
    onSend: () => {
      hasNewTick.current = false;
      return () => {};
    },
    onDone: (_, tickedBoxes) => {
      setEmails(emails.map((mail) => ({ ...mail, isWanted: Boolean(tickedBoxes[mail.kind]) })));
      setSaved(true);
      // The button keeps the focus of a press.
      setButton(document.activeElement instanceof HTMLButtonElement);
      showToast(t('notices:emails.saved'));
      if (hasNewTick.current) void form.send();
    },
  });
  useUnsaved(form.element);
  /** While a call is under way, a tick waits for its end. */
  const save = () => {
    hasNewTick.current = true;
    void form.send();
  };
  const saveEarlyTicks = useEffectEvent(() => {
    if (form.element.current && hasChanges(form.element.current)) save();
  });
  useEffect(() => saveEarlyTicks(), []);
  return (
    <>
      {!isSaved && <ResultNotices {...result} />}
      <div className="stack halves">
        <Form
          of={form}
          id="emails"
          data-kept
          className="card stack"
          action={path(language, 'settingsNotices')}
          onChange={save}
        >
          <h2>{t('notices:emails.wanted')}</h2>
          <p className="hint">{t('notices:emails.lede', { email })}</p>
          <div className="stack tight">
            {emails.map(({ kind, name, isWanted }) => (
              <CheckField key={kind} label={name} defaultChecked={isWanted} {...form.field(kind)} />
            ))}
          </div>
          <FormNotice of={form} />
          {(hasButton || form.notice) && (
            <div className="row">
              <Button variant="primary" aria-busy={form.isBusy}>
                {t('notices:emails.submit')}
              </Button>
            </div>
          )}
        </Form>
        <Always names={always} />
      </div>
    </>
  );
});

function Always({ names }: { names: readonly string[] }): ReactNode {
  const { t } = useReader();
  return (
    <section className="card stack">
      <h2>{t('notices:emails.always')}</h2>
      <p className="hint">{t('notices:emails.always_lede')}</p>
      <div className="prose">
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
