import { useState } from 'react';
import type { Settings } from '#contracts/settings.ts';
import { showToast } from '#stores/toast.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { type Emails, GeneralForm } from './general-form.tsx';
import type { GeneralValues } from './use-general-form.ts';
import { PhotoCard, type PhotoUser } from './photo-card.tsx';
import { Said, type SaidTexts } from './said.tsx';

type Props = {
  values: GeneralValues;
  emails: Emails;
  asksCode: boolean;
  rendered: Rendered;
  user: PhotoUser;
  said: SaidTexts;
};

export const GeneralScreen = withReader(function GeneralScreen(props: Props) {
  const { values, asksCode, rendered, user, said } = props;
  const { t } = useReader();
  const [emails, setEmails] = useState(props.emails);
  const [isSaved, setSaved] = useState(false);
  const waits = ({ current, waiting }: Emails) =>
    waiting && t('settings:general.waiting', { address: waiting, current });
  const saved = ({ email, new_email: waiting }: Settings) => {
    const isNew = waiting !== emails.waiting;
    const now = { current: email, waiting };
    setEmails(now);
    setSaved(true);
    showToast([t('settings:done.saved'), isNew && waits(now)].filter(Boolean).join(' '));
  };
  const waiting = waits(emails);
  return (
    <>
      {!isSaved && <Said {...said} />}
      {waiting && <Notice>{waiting}</Notice>}
      <PhotoCard user={user} />
      <GeneralForm
        start={values}
        emails={emails}
        username={user.username}
        asksCode={asksCode}
        rendered={rendered}
        onSaved={saved}
      />
    </>
  );
});
