import { useState } from 'react';
import type { Settings } from '#contracts/settings.ts';
import { showToast } from '#stores/toast.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { type Emails, GeneralForm } from './general-form.tsx';
import type { GeneralValues } from './use-general-form.ts';
import { PhotoCard, type PhotoUser } from './photo-card.tsx';
import { ResultNotices, type ResultTexts } from './result-notices.tsx';

type Props = {
  values: GeneralValues;
  emails: Emails;
  asksCode: boolean;
  rendered: Rendered;
  user: PhotoUser;
  result: ResultTexts;
};

export const GeneralScreen = withReader(function GeneralScreen(props: Props) {
  const { values, asksCode, rendered, user, result } = props;
  const { t } = useReader();
  const [emails, setEmails] = useState(props.emails);
  const [isSaved, setSaved] = useState(false);
  const waitingText = ({ current, waiting }: Emails) =>
    waiting && t('settings:general.waiting', { address: waiting, current });
  const handleSaved = ({ email, new_email: waiting }: Settings) => {
    const isNew = waiting !== emails.waiting;
    const newEmails = { current: email, waiting };
    setEmails(newEmails);
    setSaved(true);
    showToast([t('settings:done.saved'), isNew && waitingText(newEmails)].filter(Boolean).join(' '));
  };
  const waiting = waitingText(emails);
  return (
    <>
      {!isSaved && <ResultNotices {...result} />}
      {waiting && <Notice>{waiting}</Notice>}
      <PhotoCard user={user} />
      <GeneralForm
        start={values}
        emails={emails}
        username={user.username}
        asksCode={asksCode}
        rendered={rendered}
        onSaved={handleSaved}
      />
    </>
  );
});
