/** A language switch posts the form to its page as a draft instead of sending it. */
export function isDraft({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === 'draft';
}
