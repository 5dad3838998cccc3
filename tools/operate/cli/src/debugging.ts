let isOn = false;

/** `--debug`: errors are printed with their stack trace. */
export function turnOnDebugging(): void {
  isOn = true;
}

export const isDebugging = () => isOn;
