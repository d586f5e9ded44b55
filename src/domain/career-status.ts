export const CAREER_STATUSES = [
  'none',
  'none_status',
  'director',
  'regional_director',
  'international_director',
  'silver_director',
  'silver_regional_director',
  'silver_international_director',
  'gold_director',
  'gold_regional_director',
  'gold_international_director',
  'platinum_director',
  'platinum_regional_director',
  'platinum_international_director',
  'platinum_manager',
] as const;

export type CareerStatus = (typeof CAREER_STATUSES)[number];
export type Tier = 'default' | 'silver' | 'gold' | 'platinum';
export type RoleLook = { step: 1 | 2 | 3 | 4 | 5; tier: Tier };

const steps = [
  ['director', 2],
  ['regional', 3],
  ['international', 4],
  ['manager', 5],
] as const;

/** Icon 1–5 and colour; later words override earlier ones. Never use it for permissions. */
export function roleLook(status: CareerStatus): RoleLook {
  let step: RoleLook['step'] = 1;
  for (const [word, value] of steps) if (status.includes(word)) step = value;
  const tier = (['silver', 'gold', 'platinum'] as const).find((name) => status.startsWith(name)) ?? 'default';
  return { step, tier };
}

export function arcade(status: CareerStatus): CareerStatus[] {
  const ladder: CareerStatus[] = [
    'none',
    'director',
    'regional_director',
    'international_director',
    'platinum_manager',
  ];
  ladder[roleLook(status).step - 1] = status;
  return ladder;
}
