import { useRef, useState } from 'react';

/** `begin()` supersedes earlier requests. Its result tells whether the request is still the newest. */
export function useNewest(): () => () => boolean {
  const count = useRef(0);
  const [begin] = useState(() => () => {
    const number = (count.current += 1);
    return () => number === count.current;
  });
  return begin;
}
