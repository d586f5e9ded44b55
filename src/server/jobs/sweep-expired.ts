import { lt, or } from 'drizzle-orm';
import { addSeconds } from '#server/clock.ts';
import {
  mailedLinks,
  partnerVisits,
  rateLimits,
  sessionFamilies,
  signUps,
  spentChallenges,
} from '#server/db/schema/index.ts';
import type { House } from '#server/services.ts';
import { forgetKeptAnswers } from '#server/http/idempotency.ts';

const KEPT_SECONDS = 30 * 24 * 60 * 60;
const VISITS_KEPT_HOURS = 48;
const HOUR_MS = 60 * 60 * 1000;

/** Forgets what has run out: bot checks and tries at once, visits after two days, answers, sign-ups, links and sessions after a month. */
export async function sweepExpired(house: House): Promise<void> {
  const now = house.clock.now();
  const longAgo = addSeconds(now, -KEPT_SECONDS);
  await house.db.delete(spentChallenges).where(lt(spentChallenges.expiresAt, now));
  await house.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
  const lastHour = Math.floor(now.getTime() / HOUR_MS) - VISITS_KEPT_HOURS;
  await house.db.delete(partnerVisits).where(lt(partnerVisits.hour, lastHour));
  await forgetKeptAnswers(house);
  await house.db.delete(signUps).where(lt(signUps.expiresAt, longAgo));
  await house.db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, longAgo));
  await house.db
    .delete(sessionFamilies)
    .where(or(lt(sessionFamilies.endedAt, longAgo), lt(sessionFamilies.rotatedAt, longAgo)));
}
