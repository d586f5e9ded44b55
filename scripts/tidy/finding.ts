/** `problem` is a sentence that says what is wrong and what would be right. */
export type Finding = { file: string; problem: string };
