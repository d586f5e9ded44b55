export { makeChallenge } from './challenge.ts';
export { makeQuestion } from './question.ts';
export { spendBotCheck } from './spend-bot-check.ts';
export { botCheckFailed, verifyBotCheck } from './verify-bot-check.ts';
