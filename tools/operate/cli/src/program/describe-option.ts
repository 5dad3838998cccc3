import { Help, type Option } from 'commander';

/**
 * Help text of an option. A default that is applied where the option is used, not by its
 * declaration, is declared as `.default(undefined, 'description')`: commander does not show it by
 * itself.
 */
export function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  const named = option.defaultValueDescription;
  if (option.defaultValue !== undefined || named === undefined) return description;
  return `${description} (default: ${named})`;
}
