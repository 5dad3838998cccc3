import { Help, type Option } from 'commander';

/**
 * What help says of an option. A default that is not set by its declaration, but where the option is
 * used, is `.default(undefined, 'what it is')`: commander itself would not show it.
 */
export function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  const named = option.defaultValueDescription;
  if (option.defaultValue !== undefined || named === undefined) return description;
  return `${description} (default: ${named})`;
}
