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

const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });

/** The packages that moved, and their versions. */
async function moveVersions({ projects, 'dry-run': dryRun }) {
  // The commit is made below, when all that belongs to it is there.
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

/** The API of a released kernel is what later versions are held against. */
function recordApi() {
  run('npm', 'run', '--silent', 'api', '--', 'record');
  run('git', 'add', 'kernel/api');
}

function commitAndTag(moved) {
  const names = moved.map(({ project, version }) => `${project}@${version}`);
  run('git', 'commit', '--quiet', '--message', `Release ${names.join(', ')}`);
  for (const name of names) run('git', 'tag', '--annotate', '--message', name, name);
}

function finish(moved) {
  try {
    if (moved.some(({ project }) => project === '@costplane/kernel')) recordApi();
    commitAndTag(moved);
  } catch {
    process.stderr.write(
      'The release is not whole, for the reason above. Take back what it changed with ' +
        '`git restore --staged --worktree .`, mend the reason, and release again.\n',
    );
    process.exitCode = 1;
  }
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
  if (moved.length > 0 && !values['dry-run']) finish(moved);
}
