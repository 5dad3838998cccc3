import { expect } from 'chai';
import { type Contract, type IndexRow, readContract } from './support/contract.ts';
import { serve } from './support/costplane.ts';
import { createDatabase } from './support/database.ts';
import { skip } from './support/skip.ts';

/** What the contract's section on an endpoint says beside what the index does. */
interface Section {
  /** Query parameters, without those of paging and `cost_mode`. */
  readonly query: readonly string[];
  /** Error codes, without those of every key and every page. */
  readonly errors: readonly string[];
}

const clusterPath = ['INVALID_CLUSTER_ID', 'CLUSTER_ACCESS_DENIED', 'CLUSTER_NOT_FOUND'];
const workloadFilters = ['namespace', 'kind', 'has_hpa', 'team', 'department', 'min_cost_hourly'];
const trendQuery = ['basis', 'start', 'end', 'type', 'granularity'];
const trendErrors = ['BAD_REQUEST', 'VALIDATION_ERROR'];
const nodeFilters = [
  'node_group',
  'instance_type',
  'zone',
  'is_spot',
  'is_ready',
  'architecture',
  'capacity_type',
];

/** Routes that the contract does not have. */
const additions = [
  'GET /v1/persistent-volumes',
  'GET /v1/clusters/{cluster_id}/persistent-volumes',
  'GET /v1/persistent-volumes/{uid}',
  'GET /v1/metrics/costs',
  'GET /v1/cost-explorer/labels',
];

/**
 * The sections, endpoint by endpoint. Where one lists the errors of several endpoints together,
 * each has those that can happen to it: a list over all clusters refuses no cluster. A bad
 * `cost_mode` is `INVALID_COST_MODE` on the workload too, as the index has it.
 */
const sections: Readonly<Record<string, Section>> = {
  'GET /v1/openapi.json': { query: [], errors: [] },
  'GET /v1/openapi.yaml': { query: [], errors: [] },
  'GET /v1/docs': { query: ['url'], errors: [] },
  'GET /health': { query: [], errors: [] },
  'GET /health/live': { query: [], errors: [] },
  'GET /health/ready': { query: [], errors: [] },
  'GET /v1/organization': { query: ['basis'], errors: [] },
  'GET /v1/organization/dashboard': {
    query: ['basis', 'top_clusters_limit'],
    errors: ['VALIDATION_ERROR'],
  },
  'GET /v1/organizations/dashboard/cost-trend': { query: trendQuery, errors: trendErrors },
  'GET /v1/clusters/{cluster_id}/cost-trend': {
    query: trendQuery,
    errors: [...clusterPath, ...trendErrors],
  },
  'GET /v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend': {
    query: trendQuery,
    errors: [...clusterPath, ...trendErrors, 'NAMESPACE_NOT_FOUND'],
  },
  'GET /v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend': {
    query: trendQuery,
    errors: [...clusterPath, ...trendErrors, 'WORKLOAD_NOT_FOUND'],
  },
  'GET /v1/clusters/{cluster_id}/node-groups/{name}/cost-trend': {
    query: trendQuery,
    errors: [...clusterPath, ...trendErrors, 'NODE_GROUP_NOT_FOUND'],
  },
  // Its parameters are the fields of its body (decision 33).
  'POST /v1/cost-explorer/query': {
    query: [],
    errors: [
      'BAD_REQUEST',
      'INVALID_CLUSTER_ID',
      'VALIDATION_ERROR',
      'INVALID_COST_MODE',
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_TIMEOUT',
    ],
  },
  'GET /v1/exports/focus': {
    query: ['from', 'to', 'format', 'grain', 'idle', 'columns', 'cluster_id', 'basis'],
    errors: [
      'INVALID_CLUSTER_ID',
      'CLUSTER_ACCESS_DENIED',
      'VALIDATION_ERROR',
      'UPSTREAM_UNAVAILABLE',
    ],
  },
  'GET /v1/exports/focus/schema': {
    query: ['grain', 'idle', 'columns', 'basis'],
    errors: ['VALIDATION_ERROR'],
  },
  'GET /v1/clusters': {
    query: ['basis', 'provider', 'region', 'environment', 'status'],
    errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  },
  'GET /v1/clusters/{cluster_id}': { query: ['basis'], errors: clusterPath },
  'GET /v1/namespaces': {
    query: ['basis', 'cluster_id', 'min_cost_hourly'],
    errors: ['INVALID_CLUSTER_ID'],
  },
  'GET /v1/clusters/{cluster_id}/namespaces': {
    query: ['basis', 'min_cost_hourly'],
    errors: clusterPath,
  },
  'GET /v1/clusters/{cluster_id}/namespaces/{namespace}': {
    query: ['basis'],
    errors: [...clusterPath, 'BAD_REQUEST', 'NAMESPACE_NOT_FOUND'],
  },
  'GET /v1/workloads': {
    query: ['basis', 'cluster_id', ...workloadFilters],
    errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  },
  'GET /v1/clusters/{cluster_id}/workloads': {
    query: ['basis', ...workloadFilters],
    errors: [...clusterPath, 'BAD_REQUEST', 'VALIDATION_ERROR'],
  },
  'GET /v1/workloads/{workload_uid}': {
    query: ['basis'],
    errors: ['BAD_REQUEST', 'CLUSTER_ACCESS_DENIED', 'WORKLOAD_NOT_FOUND'],
  },
  // Its own parameters are the reference's (`pod.md`); the contract does not show them.
  'GET /v1/workloads/{workload_uid}/pods': {
    query: [
      'basis',
      'namespace',
      'node_uid',
      'phase',
      'qos_class',
      'has_hostpath',
      'has_emptydir',
      'host_network',
    ],
    errors: ['BAD_REQUEST', 'CLUSTER_ACCESS_DENIED', 'WORKLOAD_NOT_FOUND'],
  },
  'GET /v1/nodes': {
    query: ['basis', 'cluster_id', ...nodeFilters],
    errors: ['BAD_REQUEST', 'INVALID_CLUSTER_ID', 'VALIDATION_ERROR'],
  },
  'GET /v1/clusters/{cluster_id}/nodes': {
    query: ['basis', ...nodeFilters],
    errors: [...clusterPath, 'BAD_REQUEST', 'VALIDATION_ERROR'],
  },
  'GET /v1/nodes/{node_uid}': {
    query: ['basis'],
    errors: ['BAD_REQUEST', 'CLUSTER_ACCESS_DENIED', 'NODE_NOT_FOUND'],
  },
  'GET /v1/node-groups': {
    query: ['basis', 'cluster_id'],
    errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  },
  'GET /v1/clusters/{cluster_id}/node-groups': { query: ['basis'], errors: clusterPath },
  'GET /v1/clusters/{cluster_id}/node-groups/{name}': {
    query: ['basis'],
    errors: [...clusterPath, 'NODE_GROUP_NOT_FOUND'],
  },
  'GET /v1/recommendations': {
    query: [
      'cluster_id',
      'namespace',
      'recommendation_type',
      'status',
      'risk_level',
      'priority',
      'resource_type',
      'workload_uid',
      'min_savings_hourly',
    ],
    errors: ['BAD_REQUEST', 'INVALID_CLUSTER_ID', 'CLUSTER_ACCESS_DENIED', 'VALIDATION_ERROR'],
  },
  'GET /v1/recommendations/{rec_id}': {
    query: [],
    errors: ['BAD_REQUEST', 'CLUSTER_ACCESS_DENIED', 'RECOMMENDATION_NOT_FOUND'],
  },
  'GET /v1/teams': { query: ['basis', 'department_id', 'origin'], errors: ['BAD_REQUEST'] },
  'GET /v1/teams/{team_id}': { query: ['basis'], errors: ['BAD_REQUEST', 'TEAM_NOT_FOUND'] },
  'GET /v1/teams/{team_id}/assignments': {
    query: ['entity_type', 'cluster_id', 'source'],
    errors: ['BAD_REQUEST', 'INVALID_CLUSTER_ID', 'TEAM_NOT_FOUND'],
  },
  'GET /v1/departments': { query: ['basis', 'origin'], errors: ['BAD_REQUEST'] },
  'GET /v1/departments/{dept_id}': {
    query: ['basis'],
    errors: ['BAD_REQUEST', 'DEPARTMENT_NOT_FOUND'],
  },
};

/** Errors of every endpoint that needs a key (contract, "Authentication", "Limits"). */
const keyErrors = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'RATE_LIMIT_UNAVAILABLE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const paging = ['limit', 'cursor', 'include_total'];
const pageErrors = ['BAD_REQUEST', 'INVALID_CURSOR', 'CURSOR_EXPIRED'];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; schema: Schema }[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly security: readonly object[];
  readonly 'x-required-scope'?: string;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** Exceptions to the envelope (contract, "Envelope"). */
const withoutMeta = ['POST /v1/cost-explorer/query', 'GET /v1/exports/focus'];

/** Each error code that an operation documents, as `422 VALIDATION_ERROR`. */
function documentedErrors({ components }: Document, { responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const name = response.$ref?.replace('#/components/responses/', '') ?? '';
    const schema = (components.responses[name] ?? response).content?.['application/json']?.schema;
    const codes = schema?.properties?.error?.properties?.code?.enum ?? [];
    return codes.map((code) => `${status} ${code}`);
  });
}

function expectCostMode(
  operation: Operation,
  errors: readonly string[],
  { costMode: rule, defaultCostMode, route }: IndexRow,
) {
  const costMode = operation.parameters.find(({ name }) => name === 'cost_mode')?.schema;
  if (rule === 'accepts') {
    expect(costMode?.enum).to.eql(['fully_loaded', 'workload_only']);
    expect(costMode?.default).to.equal(defaultCostMode);
  } else {
    expect(costMode, 'cost_mode').to.equal(undefined);
  }
  const isRefused = errors.includes('422 INVALID_COST_MODE');
  const isInBody = route === 'POST /v1/cost-explorer/query';
  expect(isRefused, '422 INVALID_COST_MODE').to.equal(rule !== 'neither' || isInBody);
}

/** The `meta` of a successful answer names what the request resolved to, and only then. */
function expectMeta(operation: Operation, { isCursorPaged, costMode }: IndexRow) {
  const body = operation.responses[200]?.content?.['application/json']?.schema;
  const meta = Object.keys(body?.properties?.meta?.properties ?? {});
  const hasBasis = operation.parameters.some(({ name }) => name === 'basis');
  expect(meta).to.have.members([
    'request_id',
    'applied_at',
    ...(isCursorPaged ? ['pagination'] : []),
    ...(costMode === 'accepts' ? ['cost_mode'] : []),
    ...(hasBasis ? ['basis'] : []),
  ]);
}

describe('the OpenAPI document compared with the endpoint index of the contract', () => {
  const contract = readContract();
  if (contract) describeIndex(contract);
  else {
    it('has the routes of the index', function () {
      skip(this, 'the contract is not at hand');
    });
  }
});

function describeIndex({ index, statusOf }: Contract) {
  let document: Document;

  before(async () => {
    const database = await createDatabase();
    const service = await serve({ DATABASE_URL: database.url });
    document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as Document;
    await service.stop();
    await database.drop();
  });

  const findOperation = (route: string): Operation => {
    const [method = '', path = ''] = route.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${route} is not in the document`);
    return operation;
  };

  it('has exactly the routes of the index and the additions', () => {
    const served = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = [...index.map(({ route }) => route), ...additions];
    expect({
      missing: expected.filter((route) => !served.includes(route)),
      unexpected: served.filter((route) => !expected.includes(route)),
    }).to.eql({ missing: [], unexpected: [] });
  });

  it('is checked against every section of the contract', () => {
    const routes = index.map(({ route }) => route);
    expect(routes).to.have.members(Object.keys(sections));
  });

  for (const row of index) {
    const { route, scope, isCursorPaged, costMode } = row;
    const { query, errors } = sections[route] ?? { query: [], errors: [] };

    describe(route, () => {
      it(`needs ${scope === undefined ? 'no key' : `the scope ${scope}`}`, () => {
        const operation = findOperation(route);
        expect(operation['x-required-scope']).to.equal(scope);
        expect(operation.security).to.eql(scope === undefined ? [] : [{ apiKey: [] }]);
      });

      it('has the parameters of its row and its section', () => {
        const names = findOperation(route)
          .parameters.filter((parameter) => parameter.in === 'query')
          .map(({ name }) => name);
        expect(names).to.have.members([
          ...query,
          ...(isCursorPaged ? paging : []),
          ...(costMode === 'accepts' ? ['cost_mode'] : []),
        ]);
      });

      it('lists the errors of its section under their status', () => {
        const documented = documentedErrors(document, findOperation(route));
        const named = [
          ...errors,
          ...(scope === undefined ? [] : keyErrors),
          ...(isCursorPaged ? pageErrors : []),
        ];
        const expected = named.map((code) => `${statusOf.get(code)} ${code}`);
        expect(documented).to.include.members(expected);
      });

      it(`${costMode === 'neither' ? 'knows no' : costMode} cost_mode`, () => {
        const operation = findOperation(route);
        expectCostMode(operation, documentedErrors(document, operation), row);
      });

      if (scope === undefined || withoutMeta.includes(route)) return;
      it('has in meta only what its row allows', () => expectMeta(findOperation(route), row));
    });
  }
}
