import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ReleaseClient } from 'nx/release/index.js';

const usage = `Usage: npm run release -- [--projects NAMES] [--dry-run]

Releases the packages that have version plans: versions, CHANGELOGs, lock file, one commit, a tag each.
  --projects NAMES  only these, by name, with commas between them
  --dry-run         shows what would change, and changes nothing
What was released is published with: npx nx release publish`;

const options = {
  projects: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

// Otherwise each plugin of Nx is a process of its own.
Object.assign(process.env, { NX_ISOLATE_PLUGINS: 'false' });

const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });

/** The packages that moved, and their versions. */
async function moveVersions({ projects, 'dry-run': dryRun }) {
  // Nx makes a commit of its own words; ours names the packages.
  const client = new ReleaseClient({ git: { commit: false, tag: false, stageChanges: true } });
  const { projectsVersionData } = await client.release({
    dryRun,
    skipPublish: true,
    ...(projects && { projects: projects.split(',') }),
  });
  return Object.entries(projectsVersionData)
    .filter(([, { newVersion }]) => newVersion !== null)
    .map(([project, { newVersion }]) => ({ project, version: newVersion }));
}

function commitAndTag(moved) {
  const names = moved.map(({ project, version }) => `${project}@${version}`);
  run('git', 'commit', '--quiet', '--message', `Release ${names.join(', ')}`);
  for (const name of names) run('git', 'tag', '--annotate', '--message', name, name);
}

let values;
try {
  ({ values } = parseArgs({ options }));
} catch (error) {
  process.stderr.write(`${error.message}\n\n${usage}\n`);
  process.exit(2);
}
if (values.help) {
  process.stdout.write(`${usage}\n`);
} else {
  const moved = await moveVersions(values);
  if (moved.length > 0 && !values['dry-run']) commitAndTag(moved);
}
