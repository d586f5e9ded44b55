import type { Ref } from 'react';
import { type Errors, NO_ERRORS } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Say } from '#i18n/island-texts.ts';
import type { BotText } from './texts.ts';
import type { BotCheckState } from './use-bot-check.ts';

type Props = {
  bot: BotCheckState;
  errors: Errors | undefined;
  onClear?: () => void;
  /** For whoever brings the focus to what is wrong: the block whose first input takes the answer. */
  ref?: Ref<HTMLDivElement> | undefined;
  hasFocus?: boolean;
  t: Say<BotText>;
};

/** A question in words; where scripts run, a proof of work takes its place until something is wrong. */
export function BotCheck({ bot, errors = NO_ERRORS, onClear, ref, hasFocus, t }: Props) {
  const { state, question, answer } = bot;
  const isAsked = state === 'asked';
  return (
    <div className="bot-check" data-state={state}>
      <div className="bot-row" hidden={isAsked}>
        <div className="bot">
          <label className="check">
            {/* It shows how far the check is; ticking it is not up to the reader. */}
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

function stateText({ state, isRenewed }: BotCheckState, t: Say<BotText>): string {
  if (state === 'checking') return t(isRenewed ? 'auth:bot.again' : 'auth:bot.checking');
  if (state === 'confirmed') return t(isRenewed ? 'auth:bot.renewed' : 'auth:bot.confirmed');
  return t('auth:bot.idle');
}
