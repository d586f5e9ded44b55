import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { chooseIn, chosenIn, type SelectEntry, dispatchChange } from './options.ts';
import '../trusted-types.ts';
import { Combobox, type Wish } from './combobox.ts';
import type { SelectTexts } from './texts.ts';

type Props = {
  id: string;
  selectRef: RefObject<HTMLSelectElement | null>;
  boxRef: RefObject<Combobox | undefined>;
  wishRef: RefObject<Wish | undefined>;
  options: readonly SelectEntry[];
  maximum: number | undefined;
  texts: SelectTexts;
  isDisabled: boolean;
  /** Attributes of the field to search in: its name for those who listen, what is wrong with it. */
  marks: Readonly<Record<string, string | boolean | undefined>>;
};

/** The combobox that stands in the place of a native select and chooses in it. */
export function ComboboxView({ id, selectRef, boxRef, wishRef, options, maximum, texts, isDisabled, marks }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const mount = useEffectEvent((chooser: HTMLSelectElement, host: HTMLElement, listedOptions: Props['options']) => {
    const choice = { options: listedOptions, chosen: chosenIn(chooser), isMultiple: chooser.multiple, maximum, texts };
    const made = new Combobox(host, id, choice, {
      onSay: setSaid,
      onChoose: (values) => {
        chooseIn(chooser, values);
        dispatchChange(chooser);
      },
      onLeave: () => chooser.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
    });
    boxRef.current = made;
    const { typed, isOpened } = wishRef.current ?? { typed: '', isOpened: false };
    if (chooser === document.activeElement) made.begin({ typed: typed.trimStart(), isOpened });
    wishRef.current = undefined;
    return made;
  });
  const listed = JSON.stringify(options);
  useLayoutEffect(() => {
    const { current: chooser } = selectRef;
    const { current: host } = place;
    if (!chooser || !host) return undefined;
    const made = mount(chooser, host, JSON.parse(listed) as Props['options']);
    return () => {
      boxRef.current = undefined;
      made.destroy();
    };
  }, [listed, boxRef, selectRef]);
  const follow = useEffectEvent(() => {
    const { current: made } = boxRef;
    if (!made || !selectRef.current) return;
    made.follow(chosenIn(selectRef.current));
    made.setDisabled(isDisabled);
    for (const [name, value] of Object.entries(marks)) mark(made, name, value);
  });
  // Who sets the native select renders again.
  useLayoutEffect(() => follow());
  useEffect(() => {
    const { form } = selectRef.current ?? {};
    const reset = () => setTimeout(follow);
    form?.addEventListener('reset', reset);
    return () => form?.removeEventListener('reset', reset);
  }, [selectRef]);
  return (
    <>
      <div className="combobox" ref={place} />
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
}

const OF_THE_LIST = ['aria-label', 'aria-labelledby'];

function mark(
  { control_input: input, dropdown_content: list }: Combobox,
  name: string,
  value?: string | boolean,
): void {
  const marked: HTMLElement[] = OF_THE_LIST.includes(name) ? [input, list] : [input];
  for (const element of marked)
    if (value) element.setAttribute(name, String(value));
    else element.removeAttribute(name);
}
