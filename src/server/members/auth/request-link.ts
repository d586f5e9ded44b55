import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import { enqueueEmail } from '#server/mail/index.ts';
import { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check.ts';
import { findByEmail } from './find-member.ts';
import { mailWaitingSignUps } from './pending-sign-ups.ts';

type LinkKind = JobPayloads['request-link']['kind'];

/** A job looks up the account, so neither response nor timing reveals whether it exists. */
export async function requestLink(
  services: Services,
  kind: LinkKind,
  { email, bot_check }: { email: string; bot_check: string },
  caller: Caller,
): Promise<Record<string, never> | Refused> {
  const check = await verifyBotCheck(services, caller, bot_check, 'linkAddress');
  if (isRefused(check)) return check;
  return services.transaction(async (tx) => {
    const spent = await spendBotCheck(tx, services, check, `${kind} ${email}`);
    if (spent === 'spent') return botCheckFailed();
    if (spent === 'first') await addJob(tx, 'request-link', { kind, email, language: caller.language });
    return {};
  });
}

/** Addresses without a member get activation links, for either `kind`. */
export async function answerLinkRequest(
  services: Services,
  { kind, email, language }: JobPayloads['request-link'],
): Promise<void> {
  await services.transaction(async (tx) => {
    const member = await findByEmail(tx, email);
    if (!member) return mailWaitingSignUps(tx, services, email, language);
    if (member.blockedAt) return;
    const recipient = { ...member, language: language ?? member.language };
    await enqueueEmail(tx, services, recipient, kind === 'reset' ? 'reset' : 'already-registered');
  });
}
