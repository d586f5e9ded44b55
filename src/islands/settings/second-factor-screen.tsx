import { useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { confirmTotp, startTotp } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { qrCode } from '#components/ui/qr-code.ts';
import { Copy } from '#islands/shared/copy.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ProofFields } from './proof-fields.tsx';
import { type CodesAccount, RecoveryCodes } from './recovery-codes.tsx';

type Setup = OutputOf<typeof startTotp>;
type Props = {
  /** undefined if it is on already, or was just switched on. */
  setup: Setup | undefined;
  codes: readonly string[] | undefined;
  account: CodesAccount;
  endsOthers: boolean;
  rendered: Rendered;
};

export const SecondFactorScreen = withReader(function SecondFactorScreen(props: Props) {
  const { account, endsOthers, rendered } = props;
  const [codes, setCodes] = useState(props.codes);
  if (codes) return <RecoveryCodes codes={codes} isFresh={codes !== props.codes} account={account} />;
  if (!props.setup) {
    return (
      <section className="card stack form">{rendered.notice && <Notice kind="bad">{rendered.notice}</Notice>}</section>
    );
  }
  return <SetupForm first={props.setup} {...{ account, endsOthers, rendered }} onDone={setCodes} />;
});

type SetupFormProps = Pick<Props, 'account' | 'endsOthers' | 'rendered'> & {
  first: Setup;
  onDone: (codes: readonly string[]) => void;
};
type FormValues = { password: string; code: string; end_others?: unknown };

function SetupForm({ first, account, endsOthers, rendered, onDone }: SetupFormProps) {
  const { t, language } = useReader();
  const [setup, setSetup] = useState(first);
  const form = useForm<typeof confirmTotp, FormValues>(confirmTotp, {
    rendered,
    inputOf: ({ end_others: others, ...values }) => ({ ...values, setup: setup.setup, end_others: Boolean(others) }),
    onDone: ({ recovery_codes: codes }) => onDone(codes),
    onRefused: ({ code }) => {
      if (code === 'setup_expired') void renew();
      return false;
    },
  });
  const renew = async () => {
    const answer = await call(startTotp);
    if (answer?.success) setSetup(answer.data);
  };
  return (
    <section className="card stack">
      <FormNotice of={form} />
      <p className="intro">{t('settings:second_factor.off')}</p>
      <div className="stack halves">
        <AppKey setup={setup} />
        <Form of={form} className="stack form" action={path(language, 'secondFactor')} autoComplete="off">
          <input type="hidden" name="setup" value={setup.setup} autoComplete="off" />
          <ProofFields
            field={form.field}
            username={account.username}
            codeLabel={t('settings:second_factor.first_code')}
          />
          <CheckField
            label={t('settings:sessions.end_too')}
            defaultChecked={endsOthers}
            {...form.field('end_others')}
          />
          <p className="hint">{t('settings:sessions.end_too_hint')}</p>
          <Button variant="primary" block aria-busy={form.isBusy}>
            {t('settings:second_factor.submit')}
          </Button>
        </Form>
      </div>
    </section>
  );
}

function AppKey({ setup: { uri, secret } }: { setup: Setup }) {
  const { t } = useReader();
  return (
    <div className="stack">
      <p>{t('settings:second_factor.scan')}</p>
      <div className="row setup">
        <img
          className="qr"
          src={`data:image/svg+xml,${encodeURIComponent(qrCode(uri))}`}
          width="200"
          height="200"
          alt={t('settings:second_factor.qr')}
        />
        <div className="stack grow">
          <p className="hint">{t('settings:second_factor.type')}</p>
          <p className="mono">{secret}</p>
          <div className="row">
            <Copy text={secret} label={t('settings:second_factor.copy_key')} />
          </div>
        </div>
      </div>
    </div>
  );
}
