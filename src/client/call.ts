import { ofetch } from 'ofetch';
import { isOfOtherPage, toResult, toApiRequest, type Call } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { notifyOtherAccount } from './other-account.ts';
import { endSession } from './end-session.ts';
import { changeHere } from './own-changes.ts';

const LIMIT_MS = 20_000;

export const call: Call = (contract, input, options) => {
  const go = () => send(contract, input, options);
  return contract.changes ? changeHere(contract.changes, go, (answer) => answer?.success === true) : go();
};

const send: Call = async (contract, input, options) => {
  const apiRequest = toApiRequest(contract, input ?? {}, document.documentElement.lang, options);
  // A replica may not have the change yet.
  if (contract.mayLag && document.documentElement.dataset['changed']) apiRequest.headers['cache-control'] = 'no-cache';
  const { owner } = document.documentElement.dataset;
  if (owner) apiRequest.headers[PAGE_OWNER] = owner;
  try {
    const { path: address, ...request } = apiRequest;
    const answer = await ofetch.raw(address, {
      ...request,
      credentials: 'same-origin',
      ignoreResponseError: true,
      retry: 0,
      ...(options?.signal ? { signal: options.signal } : { timeout: LIMIT_MS }),
    });
    if (answer.status === 401 && contract.caller === 'member' && !options?.isUnasked) endSession();
    const result = toResult<OutputOf<typeof contract>>(answer.status, answer.headers.get('retry-after'), answer._data);
    if (!result.success && isOfOtherPage(result.error)) notifyOtherAccount(result.error.detail);
    return result;
  } catch (broken) {
    if (!options?.signal?.aborted)
      console.error(`${apiRequest.method} ${apiRequest.path} did not come through`, broken);
    return undefined;
  }
};
