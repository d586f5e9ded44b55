import { type Preparation, prepareExport } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ProofFields } from './proof-fields.tsx';

type Props = {
  preparation: Preparation;
  username: string;
  asksCode: boolean;
  rendered: Rendered;
  onDone: (preparation: Preparation) => void;
};
type FormValues = { password: string; code?: string };

export function DownloadForm({ preparation, username, asksCode, rendered, onDone }: Props) {
  const { t, language } = useReader();
  const { is_needed: isNeeded, expires_at: until, open_until: openUntil } = preparation;
  const isAnew = isNeeded && until !== null && openUntil !== null;
  const form = useForm<typeof prepareExport, FormValues>(prepareExport, {
    rendered,
    inputOf: ({ password, code }) => ({ password, code, anew: isAnew }),
    onDone,
  });
  const submit = isAnew ? 'again' : isNeeded && !until ? 'prepare' : 'open';
  return (
    <Form of={form} className="stack" action={path(language, 'settingsData')} aria-labelledby="download-title">
      <p className="hint">{t('settings:data.download.proof')}</p>
      <FormNotice of={form} />
      <ProofFields field={form.field} username={username} asksCode={asksCode} prefix="download-" />
      <div className="row">
        <Button name="act" value={isAnew ? 'prepare-anew' : 'prepare'} aria-busy={form.isBusy || undefined}>
          {t(`settings:data.download.${submit}`)}
        </Button>
      </div>
    </Form>
  );
}
