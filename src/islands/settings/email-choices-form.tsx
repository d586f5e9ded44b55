import { type ReactNode, useState } from 'react';
import { chooseEmails } from '#contracts/notices.ts';
import type { NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { useCallForm } from '#islands/shared/use-call-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { FormNotice } from './form-notice.tsx';
import { Said, type SaidTexts } from './said.tsx';
import { useUnsaved } from './use-unsaved.ts';

type Email = { kind: NoticeKind; name: string; isWanted: boolean };
type Props = {
  emails: readonly Email[];
  email: string;
  said: SaidTexts;
  /** What the page was refused. */
  notice: string | undefined;
  /** The names of the e-mails that can't be switched off. */
  always: readonly string[];
};

/** Which e-mails come, saved in place. */
export const EmailChoicesForm = withReader(function EmailChoicesForm(props: Props) {
  const { email, said, always } = props;
  const { t, language, owner } = useReader();
  const [emails, setEmails] = useState(props.emails);
  const [isSaved, setSaved] = useState(false);
  const { field, notice, isBusy, formProps } = useCallForm<typeof chooseEmails, Record<string, unknown>>({
    contract: chooseEmails,
    notice: props.notice,
    inputOf: (ticked) => ({ unwanted: emails.map(({ kind }) => kind).filter((kind) => !ticked[kind]) }),
    // A box can't be filled in wrongly.
    say: () => t('common:line_broken'),
    onDone: (_, ticked) => {
      setEmails(emails.map((mail) => ({ ...mail, isWanted: Boolean(ticked[mail.kind]) })));
      setSaved(true);
      showToast(t('notices:emails.saved'));
    },
  });
  useUnsaved(formProps.ref);
  return (
    <>
      {!isSaved && <Said {...said} />}
      <div className="stack halves">
        <form id="emails" data-kept className="card stack" action={path(language, 'settingsNotices')} {...formProps}>
          <OwnerField owner={owner} />
          <h2>{t('notices:emails.wanted')}</h2>
          <p className="hint">{t('notices:emails.lede', { email })}</p>
          <div className="stack tight">
            {emails.map(({ kind, name, isWanted }) => (
              <CheckField key={kind} label={name} defaultChecked={isWanted} {...field(kind)} />
            ))}
          </div>
          <FormNotice text={notice} />
          <div className="row">
            <Button variant="primary" aria-busy={isBusy}>
              {t('notices:emails.submit')}
            </Button>
          </div>
        </form>
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
