/** Argon2id with one lane; memory in KiB. */
export type HashCost = { memory: number; passes: number };
export type HashCosts = Record<'password' | 'pin', HashCost> & { botCheckRounds: number };
export type HashServices = { config: { hashCosts: HashCosts } };

/** Equally strong (OWASP, Password Storage Cheat Sheet); the one for PINs is a third faster. */
export const HASH_COSTS: HashCosts = {
  password: { memory: 19_456, passes: 2 },
  pin: { memory: 7_168, passes: 5 },
  botCheckRounds: 5_000,
};

/** Insecure; for tests only. */
export const QUICK_HASH_COSTS: HashCosts = {
  password: { memory: 32, passes: 1 },
  pin: { memory: 16, passes: 1 },
  botCheckRounds: 50,
};
