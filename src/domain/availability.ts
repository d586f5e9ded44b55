/** Set by the operator; only plans on sale can be bought. */
export const AVAILABILITIES = ['on_sale', 'in_development'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
