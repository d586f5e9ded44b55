import { createApp } from '#server/http/calls/app.ts';
import type { Services } from '#server/api/services.ts';
import { type Api, apiOf } from '../../../support/app/api.ts';

export function withTerms(services: Services, terms: Partial<Services['config']['withdrawals']>): Api {
  const config = { ...services.config, withdrawals: { ...services.config.withdrawals, ...terms } };
  return apiOf(createApp({ ...services, config }));
}
