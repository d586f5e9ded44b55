import type { FieldValues } from 'react-hook-form';
import type { Question } from '#client/bot-check/protocol.ts';
import type { Contract } from '#contracts/contract.ts';
import { useForm } from '#islands/shared/use-form.ts';
import { useBotCheck } from './bot-check.tsx';

type FormOptions<C extends Contract> = Parameters<typeof useForm<C, FieldValues>>[1];
type Options<C extends Contract> = Omit<FormOptions<C>, 'complete'> &
  Required<Pick<FormOptions<C>, 'rendered' | 'inputOf'>> & { question: Question };

export function useBotForm<C extends Contract>(contract: C, { question, rendered, inputOf, ...options }: Options<C>) {
  const bot = useBotCheck(question, Boolean(rendered?.errors?.['bot_check']?.length));
  const form = useForm<C, FieldValues>(contract, {
    ...options,
    rendered,
    inputOf: (values) => ({ ...inputOf?.(values), bot_check: bot.draft() }),
    complete: async (input) => {
      const bot_check = await bot.solve();
      return bot_check ? { ...input, bot_check } : undefined;
    },
    onRefused: (refusal) => {
      options.onRefused?.(refusal);
      return refusal.code === 'bot_check_failed' && bot.renew();
    },
  });
  const { errors, onClear, ref, autoFocus } = form.field('bot_check');
  return { ...form, bot, botField: { errors, onClear, ref, hasFocus: autoFocus } };
}
