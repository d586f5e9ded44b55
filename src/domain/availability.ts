/** What the operator says of a plan: only one on sale can be bought. */
export const AVAILABILITIES = ['on_sale', 'in_development'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
