/** What the page is asked to render again in another language, with what is typed, goes to the page. */
export function isDraft({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === 'draft';
}
