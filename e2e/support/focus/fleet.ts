import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type Service } from '../costplane.ts';
import { fixtures } from '../paths.ts';
import { createExporter, type Exporter } from './export-client.ts';
import {
  createHistory,
  type History,
  moments,
  northPlan,
  oddCluster,
  southPlan,
  withVolumes,
} from './history.ts';
import { sharedUntilTheEnd } from '../shared-until-the-end.ts';

/** A service over four days of two clusters, and over snapshots of production if they are at hand. */
export interface Fleet {
  readonly history: History;
  readonly service: Service;
  readonly exporter: Exporter;
  readonly north: string;
  readonly south: string;
}

/** Has the fleet ready for a suite; it is made for the first one, and ends with the run. */
export function useFleet(): () => Fleet {
  let ready: Fleet | undefined;
  before(async () => {
    ready = await (prepared ??= prepare());
  });
  return () => ready!;
}

let prepared: Promise<Fleet> | undefined;
const { services, cleanUp } = sharedUntilTheEnd();

async function prepare(): Promise<Fleet> {
  const history = await createHistory();
  cleanUp.push(() => history.drop());
  const north = await history.take(
    'north',
    moments.map((at) => withVolumes(northPlan, at)),
  );
  const south = await history.take(
    oddCluster,
    moments.map((at) => withVolumes(southPlan, at)),
  );
  for (const folder of fixtures === undefined ? [] : await readdir(fixtures)) {
    const files = (await readdir(join(fixtures!, folder))).filter((name) => name.endsWith('.zst'));
    const paths = files.sort().map((name) => join(fixtures!, folder, name));
    await history.takeFiles(folder, paths);
  }
  const service = await serve(history.environment);
  services.push(service);
  const exporter = createExporter(service.url, history.environment);
  return { history, service, exporter, north, south };
}
