import { useEffect, useState } from 'react';

/** A value, once it has not changed for so many milliseconds: what is typed is not asked for by letter. */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return later;
}
