import { useId, useState } from 'react';
import type { Refusal } from '#contracts/call.ts';
import { type Board, type Plan, requestPlace } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import { PAYABLE_MINUTES } from '#domain/transaction.ts';
import { DisclosureLine } from '#components/ui/disclosure-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { PlanPrice } from './plan-terms.tsx';

/** `hasAgreed`: the box was ticked in the form that the page got. */
export type ServerRefusal = Pick<Refusal, 'code' | 'detail' | 'fields'> & { hasAgreed?: boolean };

type Props = {
  platform: Platform;
  plan: Plan;
  /** Days to withdraw from the purchase; 0 without that right. */
  days: number;
  /** Idempotency key of the page's attempt, which may have succeeded. */
  uid?: string | undefined;
  refusal?: ServerRefusal | undefined;
  onRequested: (transaction: Transaction) => void;
  /** Reloads the board before the refusal is shown. */
  onRefused: (refusal: Refusal) => Promise<void>;
};

/** The foot of a sheet: price and button stay in sight. */
export function RequestForm({ platform, plan, days, uid, refusal, onRequested, onRefused }: Props) {
  const { t, language } = useReader();
  const [code, setCode] = useState(refusal?.code);
  const form = useForm<typeof requestPlace, { at_once: string | false }>(requestPlace, {
    rendered: { errors: refusal?.fields, notice: refusal?.fields ? undefined : refusal?.detail },
    uid,
    inputOf: ({ at_once }) => ({ platform, plan: plan.id, price: plan.price, at_once: Boolean(at_once) }),
    onDone: onRequested,
    onRefused: (refused) => {
      setCode(refused.code);
      void onRefused(refused);
      return false;
    },
  });
  return (
    <div className="sheet-foot">
      <FormNotice of={form}>
        {code === 'price_changed' && (
          <p>
            {t('places:request.new_price')} <Money amount={plan.price} language={language} currency={CURRENCY} />
          </p>
        )}
      </FormNotice>
      <PlanPrice plan={plan} />
      <Form of={form} action={path(language, 'plan', { platform, plan: plan.id })}>
        <input type="hidden" name="price" value={plan.price} autoComplete="off" />
        {days > 0 && (
          <CheckField
            label={t('places:request.at_once')}
            defaultChecked={refusal?.hasAgreed}
            required
            {...form.field('at_once')}
          />
        )}
        <Button variant="primary" block aria-busy={form.isBusy}>
          {t('places:request.submit')}
        </Button>
      </Form>
    </div>
  );
}

/** What is asked for, what follows, and the risk. */
export function RequestTerms({ disclosed }: { disclosed: string | null }) {
  const { t, language } = useReader();
  const title = useId();
  return (
    <>
      <section className="stack tight" aria-labelledby={title}>
        <h2 id={title}>{t('places:request.title')}</h2>
        <p>{t('places:request.asks', { minutes: PAYABLE_MINUTES })}</p>
        <p>{t('places:request.opens')}</p>
      </section>
      <Notice kind="warn">
        <p>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </p>
        <DisclosureLine text={disclosed} t={t} language={language} />
      </Notice>
    </>
  );
}

export function useRequest(
  board: Board,
  plan: Plan | undefined,
  refresh: () => Promise<void>,
  firstRefusal?: ServerRefusal,
) {
  const [refusal, setRefusal] = useState(firstRefusal);
  const canRequest = plan?.state === 'available' && !board.unfinished;
  /** The notice of the unfinished transaction already says this. */
  const isInNotice = board.unfinished !== null && refusal?.code === 'unfinished_transaction';
  return {
    canRequest,
    isInNotice,
    refusal,
    onRefused: async (next: Refusal) => {
      await refresh();
      setRefusal(next);
    },
  };
}
