import { say } from './say.ts';

const barWidth = 24;

/** Shows on standard error how far some work is: a bar on a terminal, plain lines otherwise. */
export interface Progress {
  /** The step that begins now. */
  step: (label: string) => void;
  /** A message that stays. */
  note: (message: string) => void;
  end: () => void;
}

export function showProgress(steps: number): Progress {
  const isTerminal = process.stderr.isTTY;
  let begun = 0;
  const clear = () => isTerminal && process.stderr.write('\r\u001B[K');
  return {
    step(label) {
      begun += 1;
      if (!isTerminal) {
        say(`${begun}/${steps} ${label}`);
        return;
      }
      clear();
      const filled = Math.round((barWidth * (begun - 1)) / steps);
      const bar = '#'.repeat(filled).padEnd(barWidth, '.');
      process.stderr.write(`[${bar}] ${begun}/${steps} ${label}`);
    },
    note(message) {
      clear();
      say(message);
    },
    end: clear,
  };
}
