/** In the order of the list on Profile. */
export const FIRST_STEPS = ['photo', 'place', 'pin', 'second_factor', 'link'] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];
