import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CostOptions } from '../commands/cost.ts';
import { type GetOptions } from '../commands/get.ts';
import { groupings, isCombinable, isOwner } from '../costs/groupings.ts';
import { outputs } from '../costs/outputs.ts';
import { type ResourceName } from '../costs/resource-names.ts';
import {
  addGroup,
  environments,
  hasDay,
  json,
  toCount,
  toCountUpTo,
  type Json,
} from './options.ts';

interface List {
  readonly name: ResourceName;
  readonly description: string;
  /** Each option has the name of the route's parameter. */
  readonly filters: readonly Option[];
}

const several = (name: string, what: string, choices?: readonly string[]) => {
  const option = new Option(`--${name} <${name}...>`, what);
  return choices ? option.choices(choices) : option;
};
const basis = () =>
  new Option(
    '--basis <basis>',
    'Costs to include: legacy (compute only), or all (also storage and control plane)',
  )
    .choices(['legacy', 'all'])
    .default(undefined, 'legacy');
const costMode = () =>
  new Option(
    '--cost-mode <mode>',
    'With idle cost and overhead (fully_loaded), or without (workload_only)',
  )
    .choices(['fully_loaded', 'workload_only'])
    .default(undefined, 'fully_loaded');
const cluster = () => several('cluster', 'Only these clusters, by id or name');
const namespace = () => several('namespace', 'Only these namespaces');
const team = () => several('team', 'Only resources owned by these teams');
const department = () => several('department', 'Only resources owned by these departments');
const minCost = () =>
  new Option('--min-cost-hourly <amount>', 'Only resources that cost at least this much per hour');
const origin = () => several('origin', 'Only of this origin: k8s or native');
const levels = ['low', 'medium', 'high'];

const lists: readonly List[] = [
  {
    name: 'clusters',
    description: 'clusters with their usage, nodes and hourly cost',
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
    description: 'nodes with their type, usage and hourly price',
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
    description: 'node groups with their nodes, usage and hourly price',
    filters: [cluster(), basis()],
  },
  {
    name: 'recommendations',
    description: 'recommendations with their savings',
    filters: [
      cluster(),
      namespace(),
      several('priority', 'Only these priorities', levels),
      several('risk-level', 'Only these risk levels', levels),
      several('status', 'Only this status', ['pending', 'applied', 'dismissed', 'archived']),
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
  const group = addGroup(program, 'get', 'List resources with their current costs, over HTTP');
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
    .description('Show costs over a range of days, over HTTP')
    .addOption(
      new Option(
        '--by <grouping>',
        'Grouping of the rows; also label:KEY, annotation:KEY, or up to three of them, separated ' +
          'by commas',
      )
        .choices(groupings)
        .argParser(toGroupings)
        .default(['namespace'], 'namespace'),
    )
    .addOption(
      new Option(
        '--last <days>',
        'Days up to today, such as 30d or 4w; month: the last complete month',
      )
        .argParser(toLast)
        .default('30d')
        .conflicts(['from', 'to']),
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
    .option('--label-inheritance', "Use the namespace's label for workloads without the label")
    .option('--search <text>', 'Only names that contain this text')
    .addOption(costMode())
    .addOption(basis());
  addCommon(command).action(async (options: CostOptions) =>
    (await import('../commands/cost.ts')).cost(options),
  );
}

const daySeconds = 86_400;

/** The options of every command that queries the service. */
function addCommon(command: Command): Command {
  return command
    .option('--limit <rows>', 'Maximum number of rows (default: all)', toCount)
    .addOption(
      new Option('-o, --output <format>', 'Output format; wide adds columns, csv keeps all digits')
        .choices(outputs)
        .default('table'),
    )
    .addOption(json('Same as -o json').conflicts('watch'))
    .hook('preAction', (one) => {
      const { json, output } = one.opts<Json & { output: string }>();
      if (!json) return;
      if (one.getOptionValueSource('output') === 'cli' && output !== 'json') {
        one.error(`option '--json' cannot be used with '-o ${output}'`);
      }
      one.setOptionValue('output', 'json');
    })
    .addOption(
      new Option('-w, --watch [seconds]', 'Repeat at this interval')
        .preset('30')
        .argParser(toCountUpTo(daySeconds)),
    )
    .addOption(
      new Option('--url <url>', 'URL of the service')
        .env('COSTPLANE_URL')
        .default(undefined, 'the service of npm start on this machine'),
    )
    .addOption(
      new Option(
        '--key <key>',
        'API key; the environment variable keeps it out of the shell history',
      )
        .env('COSTPLANE_KEY')
        .default(undefined, 'the key of npm start'),
    );
}

const label = () =>
  new Option('--label <key=value>', 'Only resources with this label').argParser((text: string) => {
    if (/^[^=]+=/.test(text)) return text;
    throw new InvalidArgumentError('Must be KEY=VALUE.');
  });

function toGroupings(text: string): string[] {
  const parts = text.split(',');
  if ((parts.length === 1 && isOwner(text)) || parts.every(isCombinable)) return parts;
  throw new InvalidArgumentError(
    `Must be one of ${groupings.join(', ')}, label:KEY or annotation:KEY, or up to three of ` +
      'them, separated by commas, except cluster, team and department.',
  );
}

function toLast(text: string): string {
  if (/^[1-9]\d{0,3}[dw]$/.test(text) || text === 'month') return text;
  throw new InvalidArgumentError(
    'Must be a number of days or weeks, such as 30d or 4w, or the word month.',
  );
}

function toDay(text: string): string {
  if (text.length === 10 && hasDay(text)) return text;
  throw new InvalidArgumentError('Must be a day, such as 2026-11-01.');
}

/** The filters that are set, as query parameters of the route. */
function toQuery(options: Readonly<Record<string, unknown>>, filters: readonly Option[]) {
  const set = filters.filter(
    (option) => option.long !== '--cluster' && options[option.attributeName()] !== undefined,
  );
  return Object.fromEntries(
    set.map((option) => [option.name().replaceAll('-', '_'), options[option.attributeName()]]),
  );
}
