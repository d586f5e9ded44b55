import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { consoleAreas } from '#contracts/console/index.ts';
import { areas } from '#contracts/index.ts';
import { refuse } from '#domain/refusals.ts';
import { accrualRoutes } from '#server/members/accruals/index.ts';
import { authRoutes, TooManyHashes } from '#server/members/auth/index.ts';
import { consoleRoutes } from '#server/operator/console/index.ts';
import { dataRoutes } from '#server/members/data/index.ts';
import { isDatabaseDown } from '#server/db/failures.ts';
import { asWork } from '#server/base/diagnostics.ts';
import { lazily } from '#server/base/lazily.ts';
import { createEvents, eventRoutes, type Events } from '#server/members/events/index.ts';
import { feedRoutes } from '#server/members/feed/index.ts';
import { financeRoutes } from '#server/members/finance/index.ts';
import { findRoutes } from '#server/members/find/index.ts';
import type { Services } from '#server/api/services.ts';
import { TooLate } from '#server/api/answer-in-time.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import { openApiDocument } from '#server/api/openapi.ts';
import type { Route } from '#server/api/route.ts';
import { type ApiEnv, readLanguage, serveContract } from './serve-contract.ts';
import { errorFields } from '#server/base/log.ts';
import { noticeRoutes } from '#server/members/notices/index.ts';
import { consentRoutes } from '#server/members/consents/index.ts';
import { legalRoutes } from '#server/members/legal/index.ts';
import { openDisclosure, partnerRoutes } from '#server/members/partner/index.ts';
import { profileRoutes } from '#server/members/profile/index.ts';
import { sealRoutes } from '#server/members/seals/index.ts';
import { statementRoutes } from '#server/members/statements/index.ts';
import { staffRoutes } from '#server/operator/staff/index.ts';
import { supportRoutes } from '#server/members/support/index.ts';
import { settingsRoutes } from '#server/members/settings/index.ts';
import { teamRoutes } from '#server/members/team/index.ts';
import { transactionRoutes } from '#server/members/transactions/index.ts';
import { transparencyRoutes } from '#server/members/transparency/index.ts';

export type App = Hono<ApiEnv>;

/** The API accepts bearer tokens, never cookies. Calls that take longer than `answerMs` get a 503. */
export function createApp(services: Services, events: Events = createEvents(services), answerMs?: number): App {
  const app = new Hono<ApiEnv>();
  app.use(readLanguage(services.config.languages));
  const disclosed = openDisclosure(services);
  const routes: Route[] = [
    ...accrualRoutes(services),
    ...authRoutes(services),
    ...consoleRoutes(services, events),
    ...dataRoutes(services),
    ...eventRoutes(events),
    ...feedRoutes(services),
    ...financeRoutes(services),
    ...findRoutes(services),
    ...noticeRoutes(services),
    ...legalRoutes(services),
    ...consentRoutes(services),
    ...partnerRoutes(services, disclosed),
    ...profileRoutes(services),
    ...sealRoutes(services),
    ...staffRoutes(services),
    ...statementRoutes(services),
    ...supportRoutes(services),
    ...settingsRoutes(services),
    ...teamRoutes(services),
    ...transactionRoutes(services, disclosed),
    ...transparencyRoutes(services),
  ];
  for (const route of routes) {
    const path = patternOf(route);
    const name = `${route.contract.method} ${route.contract.path}`;
    app.on(route.contract.method, path, (context) =>
      asWork(
        () => ({ kind: 'call', name }),
        () => serveContract(services, route, context, answerMs),
      ),
    );
  }
  for (const [path, group] of Map.groupBy(routes, patternOf)) {
    const allow = group.map(({ contract }) => contract.method).join(', ');
    app.all(path, (context) => {
      const refused = answerRefusal(refuse('wrong_method'), context.get('language'));
      refused.headers.set('allow', allow);
      return refused;
    });
  }
  const document = lazily(() => openApiDocument(areas, services.config));
  app.get('/api/openapi.json', (context) => context.json(document(), 200, { 'cache-control': 'public, max-age=300' }));
  if (services.config.hasApiDocs) {
    const about = { ...services.config, publicOrigin: services.config.consoleOrigin };
    const ofConsole = lazily(() => openApiDocument(consoleAreas, about));
    app.get('/operator/api/openapi.json', (context) => context.json(ofConsole(), 200, { 'cache-control': 'no-store' }));
  }
  app.notFound((context) => answerRefusal(refuse('not_found'), context.get('language')));
  app.onError((error, context) => {
    const isDown = isDatabaseDown(error) || error instanceof TooManyHashes || error instanceof TooLate;
    services.log('error', isDown ? 'unavailable' : 'failure', {
      requestId: context.env.requestId,
      route: routePath(context),
      ...errorFields(error),
    });
    return answerRefusal(
      isDown ? refuse('unavailable', { retryAfterSeconds: 5 }) : refuse('unexpected'),
      context.get('language'),
    );
  });
  return app;
}

function patternOf({ contract }: Route): string {
  return contract.path.replaceAll(/\{(\w+)\}/g, ':$1');
}
