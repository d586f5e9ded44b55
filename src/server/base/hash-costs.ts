/** Of Argon2id with one lane; memory in KiB. */
export type HashCost = { memory: number; passes: number };
export type HashCosts = Record<'password' | 'pin', HashCost> & { botCheckRounds: number };
/** Whoever hashes is told by the configuration at which cost. */
export type HashServices = { config: { hashCosts: HashCosts } };

/** What a guess costs: of equal strength both (OWASP, Password Storage Cheat Sheet), and that of PINs quicker by a third. */
export const HASH_COSTS: HashCosts = {
  password: { memory: 19_456, passes: 2 },
  pin: { memory: 7_168, passes: 5 },
  botCheckRounds: 5_000,
};

/** Takes no time and protects nothing: tests hash some thousands of times. */
export const QUICK_HASH_COSTS: HashCosts = {
  password: { memory: 32, passes: 1 },
  pin: { memory: 16, passes: 1 },
  botCheckRounds: 50,
};
