let isOn = false;

/** `--debug`: failures show their stack. */
export function turnOnDebugging(): void {
  isOn = true;
}

export const isDebugging = () => isOn;
