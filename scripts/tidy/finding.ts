/** `problem` is a sentence: the mistake and how to correct it. */
export type Finding = { file: string; problem: string };
