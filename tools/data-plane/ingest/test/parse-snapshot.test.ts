import { expect } from 'chai';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parseSnapshot } from '../src/parse-snapshot.ts';
import { SnapshotError } from '../src/snapshot-error.ts';
import { container, deployment, node, pod, rawSnapshot, uid, volume } from './sample-snapshot.ts';

function refusal(json: string | Uint8Array): string {
  try {
    parseSnapshot(json);
  } catch (error) {
    if (error instanceof SnapshotError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

/** The refusal of repeated characters, in a thread whose heap is small. */
async function refusalInSmallHeap(start: string, repeated: string): Promise<unknown> {
  const parser = new URL(import.meta.resolve('../src/parse-snapshot.ts')).href;
  const code = `
    const { parentPort, workerData: { parser, start, repeated } } = require('node:worker_threads');
    void import(parser).then(({ parseSnapshot }) => {
      const json = Buffer.from(start + repeated.repeat(8_000_000) + 'x');
      try { parseSnapshot(json); } catch (error) { parentPort.postMessage(error.message); }
    });`;
  const resourceLimits = { maxOldGenerationSizeMb: 64 };
  const workerData = { parser, start, repeated };
  const [message] = await once(
    new Worker(code, { eval: true, workerData, resourceLimits }),
    'message',
  );
  return message;
}

const catchRefusal = (lists: Record<string, unknown>) =>
  refusal(JSON.stringify(rawSnapshot(0, lists)));
const accepts = (lists: Record<string, unknown>) =>
  parseSnapshot(JSON.stringify(rawSnapshot(0, lists)));

describe('parsing a snapshot', () => {
  it('accepts unknown keys anywhere', () => {
    const snapshot = accepts({ new_list: [1], nodes: [node('n', { new_field: { a: 1 } })] });
    expect(snapshot.nodes).to.have.length(1);
  });

  it('accepts null, empty and left-out lists and maps inside objects', () => {
    for (const empty of [null, [], undefined]) {
      accepts({ deployments: [deployment('d', { conditions: empty })] });
    }
    for (const labels of [null, {}, undefined]) accepts({ nodes: [node('n', { labels })] });
    accepts({ pods: [pod('p', 'n', { containers: null })] });
    accepts({ health: { stale_resources: null, error_codes: undefined } });
    accepts({ pvs: [volume('v', null, { claim_ref: null })] });
  });

  it('accepts fields that older agents omit, and unknown times', () => {
    accepts({ summary: undefined, health: undefined, kubernetes_version: undefined });
    accepts({ nodes: [node('n', { creation_timestamp: -62135596800000 })] });
  });

  it('accepts names as long as a key may be', () => {
    accepts({ nodes: [node('x'.repeat(512), { node_group: 'g'.repeat(512) })] });
    accepts({ namespaces: [{ name: 'é'.repeat(512) }] });
  });

  it('accepts UTF-8 bytes', () => {
    const json = JSON.stringify(rawSnapshot(0, { region: 'Köln' }));
    expect(parseSnapshot(new TextEncoder().encode(json)).region).to.equal('Köln');
  });

  it('replaces characters that cannot be stored', () => {
    const json = JSON.stringify(rawSnapshot(0)).replace(
      '"here"',
      String.raw`"a\u0000b\ud800c\udc00d\\u0000\ud83d\ude00"`,
    );
    expect(parseSnapshot(json).region).to.equal('a\ufffdb\ufffdc\ufffdd\\u0000😀');
  });
});

describe('an invalid snapshot', () => {
  it('is reported with its actual type', () => {
    const whole = JSON.stringify(rawSnapshot(0));
    expect(refusal('')).to.equal('is empty, an agent snapshot was expected');
    expect(refusal(' \n')).to.equal('is empty, an agent snapshot was expected');
    expect(refusal('hello')).to.equal('is not JSON: "h" was not expected');
    expect(refusal('{"a": 1,\n "b" 2}')).to.equal('is not JSON: syntax error at line 2, column 6');
    expect(refusal(whole.slice(0, -1))).to.equal(
      `is truncated: the JSON ends too early, after ${whole.length - 1} characters`,
    );
    expect(refusal(whole.slice(0, 30))).to.match(/^is truncated/);
    expect(refusal('[]')).to.equal('is not an agent snapshot: it is a JSON list');
    expect(refusal('null')).to.equal('is not an agent snapshot: it is JSON, but not an object');
    expect(refusal('{"apiVersion":"v1","kind":"List","items":[]}')).to.equal(
      'is not an agent snapshot: it is a Kubernetes List',
    );
    expect(refusal(JSON.stringify({ apiVersion: 'v1', kind: `A\nB${'c'.repeat(99)}` }))).to.equal(
      `is not an agent snapshot: it is a Kubernetes A\\nB${'c'.repeat(52)}...`,
    );
    expect(refusal('{"apiVersion":"v1","kind":{"toString":1}}')).to.equal(
      'is not an agent snapshot: it has none of snapshot_id, timestamp, nodes, pods',
    );
    expect(refusal('{"a":1}')).to.equal(
      'is not an agent snapshot: it has none of snapshot_id, timestamp, nodes, pods',
    );
    expect(refusal(Uint8Array.of(0x7b, 0xff))).to.equal('is not JSON: it is not UTF-8');
  });

  it('is located in little memory, whatever its number of lines and escapes', async () => {
    expect(await refusalInSmallHeap('{', '\n')).to.equal(
      'is not JSON: syntax error at line 8000001, column 1',
    );
    expect(await refusalInSmallHeap('{"\\u0000', '\\n')).to.match(/^is truncated/);
  });

  it('is too large with millions of characters that cannot be stored', () => {
    expect(refusal(`["${'\\u0000'.repeat(1_000_001)}"]`)).to.equal(
      'has more than 1000000 NUL characters or halves of surrogate pairs, the accepted maximum',
    );
  });

  it('is reported as truncated, wherever it ends', () => {
    const whole = JSON.stringify(rawSnapshot(0, { nodes: [node('n')] }));
    for (let end = 1; end < whole.length; end++)
      expect(refusal(whole.slice(0, end)), whole.slice(0, end)).to.match(/^is truncated/);
  });
});

describe('a wrong field', () => {
  it('is reported with path, expected and actual value', () => {
    const wrong: [Record<string, unknown>, string][] = [
      [
        { nodes: [node('a'), node('b', { cpu_capacity_cores: 'four' })] },
        'nodes[1].cpu_capacity_cores must be a number of at least 0 (got "four")',
      ],
      [
        { nodes: [node('a', { cpu_allocatable: -1 })] },
        'nodes[0].cpu_allocatable must be a number of at least 0 (got -1)',
      ],
      [
        { nodes: [node('a', { memory_capacity_bytes: 1.5 })] },
        'nodes[0].memory_capacity_bytes must be an integer of 0 to 9223372036854775807 (got 1.5)',
      ],
      [
        { nodes: [node('a', { memory_allocatable: 1e300 })] },
        'nodes[0].memory_allocatable must be an integer of 0 to 9223372036854775807 (got 1e+300)',
      ],
      [
        { nodes: [node('a', { pod_allocatable: 2 ** 31 })] },
        'nodes[0].pod_allocatable must be an integer of at most 2147483647 (got 2147483648)',
      ],
      [
        { nodes: [node('a', { ready: 'yes' })] },
        'nodes[0].ready must be true or false (got "yes")',
      ],
      [{ nodes: [node('a', { uid: 'x' })] }, 'nodes[0].uid must be a UUID in lower case (got "x")'],
      [
        { nodes: [node('a', { uid: undefined })] },
        'nodes[0].uid must be a UUID in lower case (it is missing)',
      ],
      [{ nodes: null }, 'nodes must be a list (got null)'],
      [{ nodes: undefined }, 'nodes must be a list (it is missing)'],
      [{ pods: [7] }, 'pods[0] must be an object (got 7)'],
      [
        { pods: [pod('p', 'n', { labels: { 'app.kubernetes.io/name': 1 } })] },
        'pods[0].labels["app.kubernetes.io/name"] must be text (got 1)',
      ],
      ...['\n', '\r', '\u2028', '\u2029'].map((lineBreak): [Record<string, unknown>, string] => [
        { pods: [pod('p', 'n', { labels: { [lineBreak]: ['x'] } })] },
        `pods[0].labels[${JSON.stringify(lineBreak)}] must be text (got a list)`,
      ]),
      [
        { pods: [pod('p', 'n', { containers: [container(), container({ name: '' })] })] },
        'pods[0].containers[1].name must be text that is not empty (got "")',
      ],
      [
        { pods: [pod('p', 'n', { containers: {} })] },
        'pods[0].containers must be a list or null (got an object)',
      ],
      [
        { pods: [pod('p', 'n', { owner_kind: 'Job', owner_uid: 'x' })] },
        'pods[0].owner_uid must be a UUID in lower case or "" (got "x")',
      ],
      [{ timestamp: 0 }, 'timestamp must be an integer of at least 1 (got 0)'],
      [{ snapshot_id: '' }, 'snapshot_id must be a UUID in lower case (got "")'],
      [{ snapshot_id: 'mine' }, 'snapshot_id must be a UUID in lower case (got "mine")'],
      ...['x'.repeat(513), `x${'\u0301'.repeat(5000)}`].map(
        (name): [Record<string, unknown>, string] => [
          { nodes: [node(name, { uid: uid('n') })] },
          `nodes[0].name must be text of at most 512 characters (got ${JSON.stringify(name).slice(0, 57)}...")`,
        ],
      ),
      [
        { pods: [pod('p', 'n'.repeat(600))] },
        `pods[0].node_name must be text of at most 512 characters (got "${'n'.repeat(56)}...")`,
      ],
      [
        { nodes: [node('n', { node_group: 'g'.repeat(513) })] },
        `nodes[0].node_group must be text of at most 512 characters (got "${'g'.repeat(56)}...")`,
      ],
      [{ region: ['x'.repeat(99)] }, 'region must be text (got a list)'],
      [
        { resource_quotas: [{ namespace: 'shop', hard: { 'requests.cpu': 'much' } }] },
        'resource_quotas[0].hard["requests.cpu"] must be a Kubernetes quantity of at least 0 (got "much")',
      ],
      [
        { resource_quotas: [{ namespace: 'shop', hard: { 'requests.memory': '-9e99' } }] },
        'resource_quotas[0].hard["requests.memory"] must be a Kubernetes quantity of at least 0 (got "-9e99")',
      ],
      [
        { resource_quotas: [{ namespace: 'shop', hard: { 'requests.cpu': '1'.repeat(65) } }] },
        `resource_quotas[0].hard["requests.cpu"] must be a Kubernetes quantity of at least 0 (got "${'1'.repeat(56)}...")`,
      ],
    ];
    for (const [lists, message] of wrong) expect(catchRefusal(lists)).to.equal(message);
  });

  it('is not confused with inherited properties', () => {
    const odd = '{"constructor":1,"toString":{},"__proto__":3,';
    const json = JSON.stringify(rawSnapshot(0, { nodes: null })).replace('{', odd);
    expect(refusal(json)).to.equal('nodes must be a list (got null)');
  });

  it('is the first of several in the order of the document', () => {
    const { nodes, pods, ...rest } = rawSnapshot(0, {
      nodes: [node('n', { cpu_allocatable: 'x' })],
      pods: [pod('p', 'n', { phase: 1 })],
    });
    expect(refusal(JSON.stringify({ pods, nodes, ...rest }))).to.match(/^pods\[0\]\.phase must/);
    expect(refusal(JSON.stringify({ nodes, pods, ...rest }))).to.match(/^nodes\[0\]\.cpu_alloc/);
  });

  it('includes duplicates of a unique value', () => {
    const twice = [deployment('d'), deployment('e', { uid: uid('d') })];
    expect(catchRefusal({ deployments: twice })).to.equal(
      `deployments[1].uid must be unique ("${uid('d')}" is also deployments[0].uid)`,
    );
    expect(catchRefusal({ nodes: [node('n'), node('n', { uid: uid('m') })] })).to.match(
      /^nodes\[1\]\.name must be unique/,
    );
    expect(catchRefusal({ pods: [pod('p', 'n'), pod('q', 'n', { uid: uid('p') })] })).to.match(
      /^pods\[1\]\.uid must be unique/,
    );
    expect(catchRefusal({ pvs: [volume('v', null), volume('v', null)] })).to.match(
      /^pvs\[1\]\.name/,
    );
    expect(catchRefusal({ namespaces: [{ name: 'a' }, { name: 'a' }] })).to.match(
      /^namespaces\[1\]\.name/,
    );
    expect(
      catchRefusal({ pods: [pod('p', 'n', { containers: [container(), container()] })] }),
    ).to.match(/^pods\[0\]\.containers\[1\]\.name must be unique/);
    expect(
      catchRefusal({
        deployments: [deployment('d')],
        jobs: [{ name: 'j', uid: uid('d'), namespace: 'shop', owner_cronjob: '' }],
      }),
    ).to.match(/^jobs\[0\]\.uid must be unique \(".*" is also deployments\[0\]\.uid\)$/);
    expect(
      catchRefusal({ deployments: [deployment('d'), deployment('d', { uid: uid('e') })] }),
    ).to.equal('deployments[1].name must be unique ("shop/d" is also deployments[0].name)');
  });
});
