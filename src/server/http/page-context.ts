import type { PageCall } from '#contracts/call.ts';
import { toApiRequest } from '#contracts/call.ts';
import type { Published, Site, PageContext } from '#contracts/page-context.ts';
import { type Language, tagOf } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from './answer-refusal.ts';
import type { Connection } from './caller.ts';
import { openGateway, readAnswer } from './gateway.ts';
import type { Transport } from './transport.ts';
import { errorFields, type Log } from '#server/log.ts';
import type { CookieJar } from './cookies.ts';

type Circumstances = {
  transport: Transport;
  cookies: CookieJar;
  now: Date;
  connection: Connection;
  path: string;
  isLookedAhead: boolean;
  isConsoleOpen: boolean;
  site: Site;
  log: Log;
  publish: (page: Published) => void;
};

/** What a page is given with one request: its cookies and its API client. */
export function createPageContext(circumstances: Circumstances): PageContext {
  const { transport, cookies, now, connection, path, isLookedAhead, isConsoleOpen, site, log, publish } = circumstances;
  return {
    requestId: connection.requestId,
    cookies,
    now,
    path,
    isLookedAhead,
    isConsoleOpen,
    site,
    publish,
    report: (error) => log('error', 'page', { requestId: connection.requestId, ...errorFields(error) }),
    createApiClient(language) {
      const tag = tagOf(language);
      const { send, openSession, closeSession, setStaffSession } = openGateway(transport, cookies, connection, tag);
      const call: PageCall = async (contract, input, options) => {
        try {
          const answer = await send(toApiRequest(contract, input ?? {}, tag, options));
          return readAnswer(answer);
        } catch (error) {
          log('error', 'call', { requestId: connection.requestId, call: contract.path, ...errorFields(error) });
          return unavailable(language);
        }
      };
      return { call, openSession, closeSession, setStaffSession };
    },
  };
}

async function unavailable(language: Language) {
  const answer = answerRefusal(refuse('unavailable', { retryAfterSeconds: 5 }), language);
  return readAnswer<never>({ status: answer.status, headers: answer.headers, text: await answer.text() });
}
