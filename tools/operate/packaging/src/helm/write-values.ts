// Updates the table of values in the chart's README.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { withValues } from './values-section.ts';

const chart = join(import.meta.dirname, '../../helm/costplane');
const readme = join(chart, 'README.md');
const text = withValues(
  readFileSync(readme, 'utf8'),
  readFileSync(join(chart, 'values.yaml'), 'utf8'),
);
writeFileSync(readme, await format(text, { ...(await resolveConfig(readme)), filepath: readme }));
