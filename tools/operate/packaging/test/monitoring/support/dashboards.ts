import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles } from './paths.ts';

export interface Target {
  readonly refId: string;
  readonly datasource: { readonly type: string; readonly uid: string };
  readonly expr?: string;
  readonly legendFormat?: string;
  readonly rawSql?: string;
  readonly format?: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly Target[];
  readonly options?: { readonly reduceOptions?: { readonly fields: string } };
  readonly fieldConfig?: {
    readonly overrides: readonly { readonly matcher: { id: string; options: string } }[];
  };
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | { readonly query: string };
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
}

const folder = join(chartFiles, 'dashboards');

export const dashboardFiles = readdirSync(folder).sort();

export const readDashboard = (file: string): Dashboard =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard;

/** Panels that show something. */
export const shownPanels = ({ panels }: Dashboard): Panel[] =>
  panels.filter(({ type }) => type !== 'row');
