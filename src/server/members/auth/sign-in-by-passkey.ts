import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { askForPasskey, signInByPasskey } from '#contracts/passkeys.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { memberPasskeys, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { openState, sealState } from '#server/api/sealed-state.ts';
import { CHALLENGE_SECONDS, passkeyRequest, siteAt, verifyPasskeyRequest } from '#server/api/second-factor/index.ts';
import { accountOf, rememberAccount } from './known-device.ts';
import { openSession } from './session/index.ts';
import { usePasskey } from './second-factor/use-passkey.ts';

export async function startPasskeySignIn(
  services: Services,
  caller: Caller,
): Promise<OutputOf<typeof askForPasskey> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'passkeyAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  const options = await passkeyRequest({ rpId: siteAt(services.config.publicOrigin).rpId });
  const state = sealState(services, 'passkey', { challenge: options.challenge }, CHALLENGE_SECONDS);
  return { options: { ...options }, state };
}

/** A passkey proves possession and user verification, so it needs no password. Challenges work once. */
export async function signInByMemberPasskey(
  services: Services,
  { state, passkey: response, device }: z.output<typeof signInByPasskey.input>,
  caller: Caller,
): Promise<OutputOf<typeof signInByPasskey> | Refused> {
  const fromAddress = await consumeRateLimit(services, 'signInAddress', addressKey(caller.address));
  if (fromAddress) return fromAddress;
  const request = openState(services, 'passkey', state);
  if (!request) return refuse('passkey_unknown');
  const [row] = await services.db
    .select()
    .from(memberPasskeys)
    .innerJoin(members, eq(members.id, memberPasskeys.memberId))
    .where(eq(memberPasskeys.id, response.id));
  if (!row || row.members.closedAt) return refuse('passkey_unknown');
  const { member_passkeys: passkey, members: member } = row;
  const counter = await verifyPasskeyRequest({
    response,
    passkey,
    challenge: request.challenge,
    ...siteAt(services.config.publicOrigin),
  });
  if (counter === undefined) return refuse('passkey_unknown');
  if (member.blockedAt) return refuse('member_blocked');
  const isUsed = await services.transaction((tx) =>
    usePasskey(tx, services, memberPasskeys, { passkey, counter, kind: 'passkey', state }),
  );
  if (!isUsed) return refuse('passkey_unknown');
  const tokens = await openSession(services, member, caller, 'signed-in-by-passkey');
  return tokens
    ? { ...tokens, device: rememberAccount(services, device, accountOf(member)) }
    : refuse('passkey_unknown');
}
