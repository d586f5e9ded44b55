import { type Preparation, prepareExport } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useCallForm } from '#islands/shared/use-call-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { firstWrong, FormNotice, type Rendered } from './form-notice.tsx';

type Props = {
  preparation: Preparation;
  username: string;
  asksCode: boolean;
  rendered: Rendered;
  onDone: (preparation: Preparation) => void;
};
type Typed = { password: string; code?: string };

/** The password, and a code where codes are asked for, before a download opens or a large file is made. */
export function DownloadForm({ preparation, username, asksCode, rendered, onDone }: Props) {
  const { t, language, owner } = useReader();
  const { is_needed: isNeeded, expires_at: until, open_until: openUntil } = preparation;
  const isAnew = isNeeded && until !== null && openUntil !== null;
  const { field, notice, isBusy, formProps } = useCallForm<typeof prepareExport, Typed>({
    contract: prepareExport,
    ...rendered,
    inputOf: ({ password, code }) => ({ password, code, anew: isAnew }),
    say: (key, params) => t(key as TextKey, params),
    onDone,
  });
  const first = firstWrong(rendered.errors, ['password', 'code']);
  const submit = isAnew ? 'again' : isNeeded && !until ? 'prepare' : 'open';
  return (
    <form className="stack" action={path(language, 'settingsData')} aria-labelledby="download-title" {...formProps}>
      <OwnerField owner={owner} />
      <AccountName value={username} />
      <p className="hint">{t('settings:data.download.proof')}</p>
      <FormNotice text={notice} />
      <PasswordField
        id="download-password"
        label={t('settings:second_factor.password')}
        texts={{ show: t('auth:password.show') }}
        autoComplete="current-password"
        required
        autoFocus={first === 'password'}
        {...field('password')}
      />
      {asksCode && (
        <CodeField
          id="download-code"
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          required
          autoFocus={first === 'code'}
          {...field('code')}
        />
      )}
      <div className="row">
        <Button name="act" value={isAnew ? 'prepare-anew' : 'prepare'} aria-busy={isBusy || undefined}>
          {t(`settings:data.download.${submit}`)}
        </Button>
      </div>
    </form>
  );
}
