import { parse } from 'yaml';
import { readText } from './repository.ts';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly pull_policy?: string;
  readonly logging?: {
    readonly driver: string;
    readonly options: Readonly<Record<string, string>>;
  };
  readonly build?: { readonly args: readonly string[] };
  readonly restart: string;
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly services: Readonly<
    Record<'postgres' | 'redis' | 'migrate' | 'service' | 'receiver', ComposeService>
  >;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** The compose file with its anchors resolved, and variables as they are written. */
export const readCompose = () => parse(readText('compose.yaml'), { merge: true }) as ComposeFile;

/** A text with its variables replaced as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?why}`. */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest = '') => {
      const value = variables[name] ?? '';
      if (value !== '') return value;
      if (kind === '-') return rest as string;
      throw new Error(`${name} ${rest}`);
    },
  );
}
