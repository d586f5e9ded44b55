import { type ReactNode, useState } from 'react';
import { chooseEmails } from '#contracts/notices.ts';
import type { NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
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
  const form = useForm<typeof chooseEmails, Record<string, unknown>>(chooseEmails, {
    rendered: { notice: props.notice },
    inputOf: (tickedBoxes) => ({ unwanted: emails.map(({ kind }) => kind).filter((kind) => !tickedBoxes[kind]) }),
    onDone: (_, tickedBoxes) => {
      setEmails(emails.map((mail) => ({ ...mail, isWanted: Boolean(tickedBoxes[mail.kind]) })));
      setSaved(true);
      showToast(t('notices:emails.saved'));
    },
  });
  useUnsaved(form.element);
  return (
    <>
      {!isSaved && <ResultNotices {...result} />}
      <div className="stack halves">
        <Form of={form} id="emails" data-kept className="card stack" action={path(language, 'settingsNotices')}>
          <h2>{t('notices:emails.wanted')}</h2>
          <p className="hint">{t('notices:emails.lede', { email })}</p>
          <div className="stack tight">
            {emails.map(({ kind, name, isWanted }) => (
              <CheckField key={kind} label={name} defaultChecked={isWanted} {...form.field(kind)} />
            ))}
          </div>
          <FormNotice of={form} />
          <div className="row">
            <Button variant="primary" aria-busy={form.isBusy}>
              {t('notices:emails.submit')}
            </Button>
          </div>
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
