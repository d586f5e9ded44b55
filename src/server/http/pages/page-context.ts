import type { PageCall } from '#contracts/call.ts';
import { toApiRequest } from '#contracts/call.ts';
import type { Published, Site, PageContext } from '#contracts/page-context.ts';
import { type Language, tagOf } from '#domain/languages.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { Connection } from '#server/api/caller.ts';
import { openGateway, readAnswer } from './gateway.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import { errorFields, type Log } from '#server/base/log.ts';
import type { CookieJar } from '#server/http/front/cookies.ts';

type Circumstances = {
  transport: Transport;
  cookies: CookieJar;
  /** Form posts may change nothing until the page calls `actFor`. */
  isPost: boolean;
  now: Date;
  connection: Connection;
  path: string;
  isLookedAhead: boolean;
  isConsoleOpen: boolean;
  site: Site;
  log: Log;
  publish: (page: Published) => void;
};

export function createPageContext(circumstances: Circumstances): PageContext {
  const { transport, cookies, isPost, now, connection, path, isLookedAhead, isConsoleOpen, site, log, publish } =
    circumstances;
  let owner = isPost ? '' : undefined;
  return {
    requestId: connection.requestId,
    cookies,
    now,
    path,
    isLookedAhead,
    isConsoleOpen,
    site,
    publish,
    actFor(claim) {
      owner = claim;
    },
    report: (error) => log('error', 'page', { requestId: connection.requestId, ...errorFields(error) }),
    createApiClient(language) {
      const tag = tagOf(language);
      const { send, ...sessions } = openGateway(transport, cookies, connection, tag);
      const call: PageCall = async (contract, input, options) => {
        try {
          const apiRequest = toApiRequest(contract, input ?? {}, tag, options);
          if (owner !== undefined) apiRequest.headers[PAGE_OWNER] = owner;
          const answer = await send(apiRequest);
          return readAnswer(answer);
        } catch (error) {
          log('error', 'call', { requestId: connection.requestId, call: contract.path, ...errorFields(error) });
          return unavailable(language);
        }
      };
      return { call, ...sessions };
    },
  };
}

async function unavailable(language: Language) {
  const answer = answerRefusal(refuse('unavailable', { retryAfterSeconds: 5 }), language);
  return readAnswer<never>({ status: answer.status, headers: answer.headers, text: await answer.text() });
}
