import { useEffect, useState } from 'react';

/** A debounced value: it changes after the input has not changed for this many milliseconds. */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return later;
}
