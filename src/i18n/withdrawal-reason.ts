import type { Language } from '#domain/languages.ts';
import { PAYOUT_FAILURES, type WithdrawalState } from '#domain/withdrawal.ts';
import { translator } from './translator.ts';

/** The operator's text, or the node's reason in the owner's language. */
export function withdrawalReason(
  { state, reason }: { state: WithdrawalState; reason: string | null },
  language: Language,
): string | null {
  if (state !== 'failed') return reason;
  const code = PAYOUT_FAILURES.find((failure) => failure === reason) ?? 'other';
  return translator(language)(`finance:failures.${code}`);
}
