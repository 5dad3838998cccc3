import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CostOptions } from '../commands/cost.ts';
import { type GetOptions } from '../commands/get.ts';
import { groupings, isCombinable, isOwner } from '../costs/groupings.ts';
import { outputs } from '../costs/outputs.ts';
import { type ResourceName } from '../costs/resource-names.ts';
import { addGroup, environments, json, toCount } from './options.ts';

interface List {
  readonly name: ResourceName;
  readonly description: string;
  /** Each named like the parameter of the route. */
  readonly filters: readonly Option[];
}

const several = (name: string, what: string, choices?: readonly string[]) => {
  const option = new Option(`--${name} <${name}...>`, what);
  return choices ? option.choices(choices) : option;
};
const basis = () =>
  new Option(
    '--basis <basis>',
    'Costs to sum: legacy, compute only; all, also storage and the control plane',
  )
    .choices(['legacy', 'all'])
    .default(undefined, 'legacy');
const costMode = () =>
  new Option('--cost-mode <mode>', 'Costs with idle cost and overhead, or without')
    .choices(['fully_loaded', 'workload_only'])
    .default(undefined, 'fully_loaded');
const cluster = () => several('cluster', 'Only these clusters, by id or name');
const namespace = () => several('namespace', 'Only these namespaces');
const team = () => several('team', 'Only what these teams own');
const department = () => several('department', 'Only what these departments own');
const minCost = () =>
  new Option('--min-cost-hourly <amount>', 'Only what costs at least so much an hour');
const origin = () => several('origin', 'Only of this origin: k8s or native');
const levels = ['low', 'medium', 'high'];

const lists: readonly List[] = [
  {
    name: 'clusters',
    description: 'clusters with their use, nodes and hourly cost',
    filters: [
      several('environment', 'Only these environments', environments),
      several('provider', 'Only these providers', ['aws', 'gcp', 'azure', 'on-prem']),
      several('region', 'Only these regions'),
      basis(),
    ],
  },
  {
    name: 'namespaces',
    description: 'namespaces with their team, requests and hourly cost',
    filters: [cluster(), minCost(), costMode(), basis()],
  },
  {
    name: 'workloads',
    description: 'workloads with their requests and hourly cost',
    filters: [
      cluster(),
      namespace(),
      several('kind', 'Only these kinds', ['Deployment', 'StatefulSet', 'DaemonSet']),
      team(),
      department(),
      minCost(),
      costMode(),
      basis(),
    ],
  },
  {
    name: 'nodes',
    description: 'nodes with their type, use and hourly price',
    filters: [
      cluster(),
      several('node-group', 'Only these node groups'),
      several('instance-type', 'Only these instance types'),
      several('zone', 'Only these zones'),
      several('capacity-type', 'Only these capacity types', [
        'on-demand',
        'spot',
        'reserved',
        'karpenter',
      ]),
      basis(),
    ],
  },
  {
    name: 'node-groups',
    description: 'node groups with their nodes, use and hourly price',
    filters: [cluster(), basis()],
  },
  {
    name: 'recommendations',
    description: 'recommendations with what they save',
    filters: [
      cluster(),
      namespace(),
      several('priority', 'Only these priorities', levels),
      several('risk-level', 'Only these risks', levels),
      several('status', 'Only in this state', ['pending', 'applied', 'dismissed', 'archived']),
    ],
  },
  {
    name: 'teams',
    description: 'teams with their department and hourly cost',
    filters: [origin(), costMode(), basis()],
  },
  {
    name: 'departments',
    description: 'departments with their teams and hourly cost',
    filters: [origin(), costMode(), basis()],
  },
];

export function addCosts(program: Command): void {
  const group = addGroup(program, 'get', 'List resources with what they cost now, over HTTP');
  for (const { name, description, filters } of lists) {
    const command = group.command(name).description(`List ${description}`);
    for (const option of filters) command.addOption(option);
    addCommon(command).action(async (options: GetOptions & Record<string, unknown>) =>
      (await import('../commands/get.ts')).get(name, {
        ...options,
        query: toQuery(options, filters),
      }),
    );
  }
  const command = program
    .command('cost')
    .description('Show what was spent over days, over HTTP')
    .addOption(
      new Option(
        '--by <grouping>',
        'What each row is; also label:KEY, annotation:KEY, or up to three with commas between them',
      )
        .choices(groupings)
        .argParser(toGroupings)
        .default(['namespace'], 'namespace'),
    )
    .addOption(
      new Option('--last <days>', 'Days up to today, such as 30d or 4w; month: the last whole one')
        .argParser(toLast)
        .default('30d'),
    )
    .option('--from <day>', 'First day, YYYY-MM-DD (UTC)', toDay)
    .option('--to <day>', 'Last day, YYYY-MM-DD (UTC), inclusive (default: today)', toDay)
    .addOption(cluster());
  const owners = [namespace(), team(), department(), label()];
  for (const option of owners) {
    const others = owners.filter((other) => other !== option);
    command.addOption(option.conflicts(others.map((other) => other.attributeName())));
  }
  command
    .option('--label-inheritance', "Group by the namespace's label where a workload has none")
    .option('--search <text>', 'Only names with this text')
    .addOption(costMode())
    .addOption(basis());
  addCommon(command).action(async (options: CostOptions) =>
    (await import('../commands/cost.ts')).cost(options),
  );
}

/** What every command takes that asks the service. */
function addCommon(command: Command): Command {
  return command
    .option('--limit <rows>', 'Only the first so many rows (default: all)', toCount)
    .addOption(
      new Option(
        '-o, --output <format>',
        'Format; wide has more columns, csv the digits of the API',
      )
        .choices(outputs)
        .default('table'),
    )
    .addOption(json('Same as -o json').implies({ output: 'json' }))
    .addOption(
      new Option('-w, --watch [seconds]', 'Ask again every so many seconds')
        .preset('30')
        .argParser(toCount),
    )
    .addOption(
      new Option('--url <url>', 'Address of the service')
        .env('COSTPLANE_URL')
        .default(undefined, 'that of npm start on this machine'),
    )
    .addOption(
      new Option('--key <key>', 'API key; the variable keeps it out of the history of the shell')
        .env('COSTPLANE_KEY')
        .default(undefined, 'that of npm start'),
    );
}

const label = () =>
  new Option('--label <key=value>', 'Only what has this label').argParser((text: string) => {
    if (/^[^=]+=/.test(text)) return text;
    throw new InvalidArgumentError('Must be KEY=VALUE.');
  });

function toGroupings(text: string): string[] {
  const parts = text.split(',');
  if ((parts.length === 1 && isOwner(text)) || parts.every(isCombinable)) return parts;
  throw new InvalidArgumentError(
    `Must be one of ${groupings.join(', ')}, label:KEY or annotation:KEY, or up to three of them ` +
      `with commas between them, without cluster, team and department.`,
  );
}

function toLast(text: string): string {
  if (/^[1-9]\d{0,3}[dw]$/.test(text) || text === 'month') return text;
  throw new InvalidArgumentError('Must be a number of days or weeks, such as 30d or 4w, or month.');
}

function toDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Must be a day, such as 2026-11-01.');
}

/** The filters that are set, as parameters of the route. */
function toQuery(options: Readonly<Record<string, unknown>>, filters: readonly Option[]) {
  const set = filters.filter(
    (option) => option.long !== '--cluster' && options[option.attributeName()] !== undefined,
  );
  return Object.fromEntries(
    set.map((option) => [option.name().replaceAll('-', '_'), options[option.attributeName()]]),
  );
}
