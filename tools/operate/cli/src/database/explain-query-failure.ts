import { CommandError } from '../command-error.ts';

const migrate = 'run `costplane migrate`';

const explanations: Record<string, string> = {
  '3F000': `The database is not migrated; ${migrate}`,
  '42P01': `The database is not migrated; ${migrate}`,
  '42703': `The schema of the database belongs to another version of Costplane; ${migrate}`,
  '25006': 'The database is read-only (a replica?); set DATABASE_URL to the primary',
  '53100': 'The disk of the database is full; free some space and try again',
  '57P01': 'The database was stopped; start it and try again',
};

/** Explains query errors that are caused by the state of the database. */
export function explainQueryFailure(error: unknown): unknown {
  const { code = '' } = error instanceof Error ? (error as Error & { code?: string }) : {};
  const explanation = explanations[code];
  return explanation === undefined ? error : new CommandError(explanation, { cause: error });
}
