import { lt, or } from 'drizzle-orm';
import { RECENT_SECONDS } from '#domain/rescue.ts';
import { addSeconds } from '#server/base/clock.ts';
import {
  formerRecoveryCodes,
  formerTotps,
  handSnoozes,
  mailedLinks,
  memberWrites,
  partnerVisits,
  rateLimits,
  securityEvents,
  sessionFamilies,
  signUps,
  spentChallenges,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { forgetKeptAnswers } from '#server/api/idempotency.ts';

const KEPT_SECONDS = 30 * 24 * 60 * 60;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const VISITS_KEPT_HOURS = 48;
const DAY_SECONDS = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1000;

export async function sweepExpired(services: Services): Promise<void> {
  const now = services.clock.now();
  const longAgo = addSeconds(now, -KEPT_SECONDS);
  await services.db.delete(handSnoozes).where(lt(handSnoozes.until, now));
  await services.db.delete(spentChallenges).where(lt(spentChallenges.expiresAt, now));
  await services.db.delete(memberWrites).where(lt(memberWrites.writtenAt, addSeconds(now, -DAY_SECONDS)));
  await services.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
  const lastHour = Math.floor(now.getTime() / HOUR_MS) - VISITS_KEPT_HOURS;
  await services.db.delete(partnerVisits).where(lt(partnerVisits.hour, lastHour));
  await services.db.delete(securityEvents).where(lt(securityEvents.at, addSeconds(now, -YEAR_SECONDS)));
  const notRecent = addSeconds(now, -RECENT_SECONDS);
  await services.db.delete(formerTotps).where(lt(formerTotps.endedAt, notRecent));
  await services.db.delete(formerRecoveryCodes).where(lt(formerRecoveryCodes.endedAt, notRecent));
  await forgetKeptAnswers(services);
  await services.db.delete(signUps).where(lt(signUps.expiresAt, longAgo));
  await services.db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, longAgo));
  await services.db
    .delete(sessionFamilies)
    .where(or(lt(sessionFamilies.endedAt, longAgo), lt(sessionFamilies.rotatedAt, longAgo)));
}
