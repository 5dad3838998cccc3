import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../../../../..');
export const costplaneCommand = join(repository, 'tools/operate/cli/bin/costplane.js');
export const chartFiles = join(repository, 'tools/operate/packaging/helm/costplane/files');
export const rulesFile = join(chartFiles, 'costplane.rules.yaml');
export const costRulesFile = join(chartFiles, 'costplane-costs.rules.yaml');
export const readerScript = join(repository, 'tools/operate/packaging/grafana/reader.sql');
/** What an agent reports of a small cluster. */
export const snapshotFile = join(repository, 'e2e/receiver/fixtures/snapshot.json');
