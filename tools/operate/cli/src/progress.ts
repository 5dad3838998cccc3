import { escapeControls } from './escape-controls.ts';
import { clearBeforeMessages, say } from './say.ts';
import { isStopped } from './stop-signal.ts';

const barWidth = 24;
/** Limits how often the terminal is redrawn, because terminals are slow. */
const minPauseMs = 80;

/** One of the steps in progress. */
export interface Step {
  /** Sets the completed share, from 0 to 1, and optionally a new label. */
  advance: (share: number, label?: string) => void;
  end: () => void;
}

/** Shows the progress of work on standard error: as a bar on a terminal, otherwise as plain lines. */
export interface Progress {
  /** Starts a step, and ends the previous one. */
  step: (label: string) => void;
  /** Starts a step in parallel with others. */
  begin: (label: string) => Step;
  end: () => void;
}

export interface ProgressOptions {
  output?: NodeJS.WriteStream;
  /** Delay of plain lines, so that short work prints none. */
  plainAfterMs?: number;
}

export function showProgress(
  steps: number,
  { output = process.stderr, plainAfterMs = 0 }: ProgressOptions = {},
): Progress {
  const startedAt = Date.now();
  const open = new Map<Step, { share: number; label: string }>();
  let begun = 0;
  let ended = 0;
  let drawnAt = 0;
  let last: Step | undefined;

  const clear = () => output.isTTY && output.write('\r\u001B[K');
  if (output.isTTY) clearBeforeMessages(clear);
  function draw({ isUrgent }: { isUrgent: boolean }) {
    if (!output.isTTY || isStopped()) return;
    if (!isUrgent && Date.now() - drawnAt < minPauseMs) return;
    drawnAt = Date.now();
    const states = [...open.values()];
    const done = states.reduce((sum, { share }) => sum + share, ended) / steps;
    const labels = states.map(({ label }) => label).join(', ');
    clear();
    output.write(barLine({ done, begun, steps, labels }).slice(0, output.columns || undefined));
  }

  function begin(label: string): Step {
    begun += 1;
    const state = { share: 0, label };
    const step: Step = {
      advance(share, now = state.label) {
        const isNews = now !== state.label;
        Object.assign(state, { share: Math.min(1, share), label: now });
        if (open.has(step)) draw({ isUrgent: isNews });
      },
      end() {
        if (open.delete(step)) ended += 1;
        draw({ isUrgent: false });
      },
    };
    open.set(step, state);
    if (!output.isTTY && !isStopped() && Date.now() - startedAt >= plainAfterMs) {
      say(`${begun}/${steps} ${label}`);
    }
    draw({ isUrgent: true });
    return step;
  }

  return {
    begin,
    step(label) {
      last?.end();
      last = begin(label);
    },
    end() {
      clear();
      clearBeforeMessages(undefined);
    },
  };
}

interface Line {
  /** From 0 to 1. */
  done: number;
  begun: number;
  steps: number;
  labels: string;
}

function barLine({ done, begun, steps, labels }: Line): string {
  const bar = '#'.repeat(Math.round(barWidth * done)).padEnd(barWidth, '.');
  const percent = `${String(Math.floor(done * 100)).padStart(3)} %`;
  return escapeControls(`[${bar}] ${percent}  ${begun}/${steps} ${labels}`);
}
