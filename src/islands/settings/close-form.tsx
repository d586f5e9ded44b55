import { type SubmitEvent, useState } from 'react';
import { closeAccount } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import type { Balance } from '#stores/balance.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Question } from '#components/ui/question.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type FormState, type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type ClosingChoice, CloseBalance } from './close-balance.tsx';
import { closingInput, networkOf, type TypedClosing } from './closing-input.ts';

const GOES = ['goes_name', 'goes_access', 'goes_page', 'goes_words'] as const;
const STAYS = ['stays_lines', 'stays_ledger', 'stays_username'] as const;
const WAYS_OUT = {
  closure_held: { page: 'finance', words: 'settings:data.close.to_finance' },
  closure_money: { page: 'settingsData', words: 'settings:data.close.reload' },
  closure_amount: { page: 'settingsData', words: 'settings:data.close.reload' },
  pin_not_set: { page: 'financePin', words: 'finance:way_out.set_pin' },
  withdrawals_paused: { page: 'finance', words: 'settings:data.close.to_finance' },
  withdrawals_stopped: { page: 'financeResumption', words: 'finance:way_out.resume' },
  closure_unfinished: { page: 'transactions', words: 'settings:data.close.to_transactions' },
} as const;

type Props = {
  balance: Balance;
  uid: string;
  choice: ClosingChoice;
  isUnderstood: boolean;
  username: string;
  asksCode: boolean;
  rendered: CloseRendered;
};

export function CloseForm({ balance, uid, choice, isUnderstood, username, asksCode, rendered }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { tick, code, question, ...form } = useCloseForm(rendered, uid, balance);
  const { field, isBusy } = form;
  const wayOut = code && code in WAYS_OUT ? WAYS_OUT[code as keyof typeof WAYS_OUT] : undefined;
  return (
    <>
      <Form of={form} className="card stack" action={path(language, 'settingsData')} aria-labelledby="close-title">
        <h2 id="close-title">{t('settings:data.close.title')}</h2>
        <p className="muted">{t('settings:data.close.lede')}</p>
        <div className="stack halves">
          <List title={t('settings:data.close.goes')} items={GOES.map((item) => t(`settings:data.close.${item}`))} />
          <List title={t('settings:data.close.stays')} items={STAYS.map((item) => t(`settings:data.close.${item}`))} />
        </div>
        <AccountName value={username} />
        {balance.available !== '0.00' && (
          <CloseBalance
            balance={balance}
            choice={choice}
            typedDestination={form.hookForm.watch('destination') ?? ''}
            field={(name) => (name === 'waived' ? tick('waived') : field(name))}
          />
        )}
        <PasswordField
          label={t('settings:data.close.password')}
          texts={{ show: t('auth:password.show') }}
          autoComplete="current-password"
          required
          {...field('password')}
        />
        {asksCode && (
          <CodeField
            label={t('settings:second_factor.code')}
            hint={t('settings:second_factor.code_hint')}
            required
            {...field('code')}
          />
        )}
        <CheckField
          label={t('settings:data.close.understood')}
          defaultChecked={isUnderstood}
          required
          {...tick('understood')}
        />
        <FormNotice of={form}>
          {wayOut && (
            <a className="link" href={path(language, wayOut.page)}>
              {t(wayOut.words)}
            </a>
          )}
        </FormNotice>
        <div className="row">
          <Button name="act" value="close" variant="bad" aria-busy={isBusy && !question}>
            {t('settings:data.close.submit')}
          </Button>
        </div>
      </Form>
      {question && (
        <Question
          title={t('settings:data.close.ask')}
          text={question.text}
          confirm={t('settings:data.close.submit')}
          keep={t('common:keep')}
          onConfirm={() => question.decide(true)}
          onClose={() => question.decide(false)}
        />
      )}
    </>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <ul className="bullets">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

export type CloseRendered = Rendered & { code?: RefusalCode | undefined };
type FormValues = TypedClosing & { waived?: unknown; understood: unknown };
type Tick = 'waived' | 'understood';
type PendingQuestion = { text: string; decide: (isSure: boolean) => void };

function useCloseForm(rendered: CloseRendered, uid: string, balance: Balance) {
  const { t, language } = useReader();
  const [missingTicks, setMissingTicks] = useState<readonly Tick[]>(
    TICKS.filter((name) => rendered.errors?.[name]?.length),
  );
  const [code, setCode] = useState(rendered.code);
  const [question, setQuestion] = useState<PendingQuestion>();
  const form = useForm<typeof closeAccount, FormValues>(closeAccount, {
    rendered,
    uid,
    inputOf: (values): Record<string, unknown> =>
      closingInput({ ...values, money: readMoneyChoice(form), amount: balance.available }),
    complete: async (input) => {
      const [firstMissing] = findMissingTicks(form.hookForm.getValues(), readMoneyChoice(form));
      if (firstMissing) {
        form.hookForm.setFocus(firstMissing);
        return undefined;
      }
      const text = questionText(input, balance, { t, language });
      const isSure = await new Promise<boolean>((decide) => setQuestion({ text, decide }));
      setQuestion(undefined);
      return isSure ? input : undefined;
    },
    onDone: () => location.assign(path(language, 'signIn', { done: 'account-closed' })),
    onRefused: (refusal) => {
      setCode(refusal.code);
      return false;
    },
  });
  return {
    ...form,
    code,
    question,
    tick: (name: Tick) => ({
      ...form.field(name),
      errors: missingTicks.includes(name) ? [t('settings:data.close.tick')] : [],
      onClear: () => setMissingTicks(missingTicks.filter((other) => other !== name)),
    }),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      setMissingTicks(findMissingTicks(form.hookForm.getValues(), readMoneyChoice(form)));
      form.onSubmit(event);
    },
  };
}

function readMoneyChoice({ element }: Pick<FormState, 'element'>): string | undefined {
  const choice = element.current?.querySelector<HTMLInputElement>('[name="money"]:checked');
  return choice?.value;
}

const TICKS = ['waived', 'understood'] as const satisfies readonly Tick[];

/** Waiving the balance needs its own tick. */
function findMissingTicks({ waived, understood }: FormValues, money: string | undefined): Tick[] {
  return TICKS.filter((name) => (name === 'waived' ? money === 'waive' && !waived : !understood));
}

function questionText(
  { money, destination }: Record<string, unknown>,
  balance: Balance,
  { t, language }: Pick<Reader, 't' | 'language'>,
): string {
  const { available, currency } = balance;
  const lede = t('settings:data.close.lede');
  const amount = `${formatMoney(available, language)} ${currency}`;
  if (money === 'waive') return `${t('settings:data.close.ask_waive', { amount })} ${lede}`;
  if (money !== 'pay_out') return lede;
  const to = String(destination);
  const network = networkOf(to, balance);
  const name = network ? t(`finance:networks.${network}`) : '';
  return `${t('settings:data.close.ask_pay_out', { amount, destination: to, network: name })} ${lede}`;
}
