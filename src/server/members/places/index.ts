export { applyPlans, type PlansDifference } from './apply-plans.ts';
export { closeExpired, expirePlaces, notifyClosed } from './close-places.ts';
export { listAllPlans, writePlansFile } from './list-plans.ts';
export { openPlace } from './open-place.ts';
export { changesOf, loggedChanges } from './plan-changes.ts';
export { type PlanRow, readHoldings } from './plans-of-member.ts';
export { readPlansFile } from './plans-file.ts';
export { presentPlace, presentPlan, presentStructure, presentTitle } from './present.ts';
export { readStructure } from './read-structure.ts';
