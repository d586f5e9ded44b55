import { type Ref, useEffect, useRef, useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import { prove } from '#client/bot-check/prove.ts';
import { call } from '#client/call.ts';
import { getBotCheck } from '#contracts/auth.ts';
import type { Translate } from '#i18n/translator.ts';
import { type Errors, NO_ERRORS } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  bot: BotCheckState;
  errors: Errors | undefined;
  onClear?: () => void;
  /** react-hook-form focuses the first input inside. */
  ref?: Ref<HTMLDivElement> | undefined;
  hasFocus?: boolean;
};

/** A question in words; with scripts a proof of work replaces it until that fails. */
export function BotCheck({ bot, errors = NO_ERRORS, onClear, ref, hasFocus }: Props) {
  const { t } = useReader();
  const { state, question, answer } = bot;
  const isQuestionShown = state === 'asked';
  return (
    <div className="bot-check" data-state={state}>
      <div className="bot-row needs-script" hidden={isQuestionShown}>
        <div className="bot-box">
          <label className="check">
            {/* Shows the progress; the reader doesn't tick it. */}
            <input type="checkbox" autoComplete="off" checked={state === 'confirmed'} readOnly />
            <span>
              {t('auth:bot.human')}{' '}
              <small className="muted">
                · <span role="status">{stateText(bot, t)}</span>
              </small>
            </span>
          </label>
          <Icon name="shield" />
        </div>
      </div>
      <div className="bot-question" ref={ref}>
        <TextField
          ref={answer}
          name="bot_answer"
          label={question.words}
          errors={errors}
          onClear={onClear}
          onInput={onClear}
          maxLength={20}
          inputMode="numeric"
          autoComplete="off"
          required
          autoFocus={hasFocus}
        />
        <input type="hidden" name="bot_token" value={question.token} autoComplete="off" />
      </div>
    </div>
  );
}

function stateText({ state, isRenewed }: BotCheckState, t: Translate): string {
  if (state === 'checking') return t(isRenewed ? 'auth:bot.again' : 'auth:bot.checking');
  if (state === 'confirmed') return t(isRenewed ? 'auth:bot.renewed' : 'auth:bot.confirmed');
  return t('auth:bot.idle');
}

type State = 'idle' | 'checking' | 'confirmed' | 'asked';

/** Challenges expire after ten minutes. */
const FRESH_MS = 8 * 60_000;
/** Automatic retries before the question in words. */
const MAX_RENEWALS = 1;

export type BotCheckState = ReturnType<typeof useBotCheck>;

/** Solved in a worker after hydration; any failure leads to the question in words. */
export function useBotCheck(rendered: Question, hasFailed: boolean) {
  const [state, setState] = useState<State>(hasFailed ? 'asked' : 'idle');
  const [question, setQuestion] = useState(rendered);
  const [renewals, setRenewals] = useState(0);
  const running = useRef<{ proof: Promise<string | undefined>; solvedAt?: number }>(undefined);
  const answer = useRef<HTMLInputElement>(null);
  const isAwaited = useRef(false);

  const start = () => {
    const { solvedAt } = running.current ?? {};
    if (running.current && !(solvedAt && Date.now() - solvedAt > FRESH_MS)) return running.current.proof;
    setState('checking');
    const proof = prove(setQuestion).catch(() => undefined);
    running.current = { proof };
    void proof.then((solution) => {
      if (running.current?.proof !== proof) return;
      running.current.solvedAt = Date.now();
      setState(solution ? 'confirmed' : 'asked');
    });
    return proof;
  };
  const typedAnswer = () => {
    const text = answer.current?.value.trim();
    return text ? `${question.token}.${text}` : '';
  };
  const showQuestion = async () => {
    setState('asked');
    if (answer.current) answer.current.value = '';
    const response = await call(getBotCheck, { only: 'question' });
    if (response?.success) setQuestion(response.data.question);
  };

  useEffect(() => {
    if (state === 'idle') void start();
  });
  useEffect(() => {
    if (state !== 'asked' || !isAwaited.current) return;
    isAwaited.current = false;
    answer.current?.focus();
  }, [state]);

  return {
    state,
    question,
    isRenewed: renewals > 0,
    answer,
    /** Placeholder for validation while the check runs. */
    draft: () => (state === 'asked' ? typedAnswer() : 'on its way'),
    /** undefined if the question must be answered first. */
    solve: async () => {
      if (state === 'asked') return typedAnswer() || undefined;
      isAwaited.current = true;
      const proof = await start();
      if (proof) isAwaited.current = false;
      return proof;
    },
    /** Call after a refused proof. Returns true if another check starts automatically. */
    renew: () => {
      running.current = undefined;
      const isAutomatic = state !== 'asked' && renewals < MAX_RENEWALS;
      setRenewals(renewals + 1);
      if (isAutomatic) void start();
      else void showQuestion();
      return isAutomatic;
    },
  };
}
