import { expect } from 'chai';
import { type CutValues } from '../src/cut-long-values.ts';
import { parseSnapshot } from '../src/parse-snapshot.ts';
import { container, deployment, node, pod, rawSnapshot } from './sample-snapshot.ts';

describe('parseSnapshot: bounds of what is stored', () => {
  function parse(lists: Record<string, unknown>) {
    const cuts: CutValues[] = [];
    const snapshot = parseSnapshot(JSON.stringify(rawSnapshot(0, lists)), (cut) => cuts.push(cut));
    return { snapshot, cuts };
  }
  const cutLabels = (labels: Record<string, string>) => {
    const { snapshot, cuts } = parse({ pods: [pod('p', '', { labels })] });
    return { labels: snapshot.pods[0]!.labels!, cuts };
  };

  it('does not change values within the bounds', () => {
    const labels = Object.fromEntries(
      Array.from({ length: 256 }, (_, nth) => [`${nth}`.padStart(317, 'k'), 'é'.repeat(2_048)]),
    );
    const given = rawSnapshot(0, {
      pods: [pod('p', 'n', { labels, reason: 'r'.repeat(512) })],
      nodes: [node('n', { labels: null })],
    });
    const cuts: CutValues[] = [];
    const parsed = parseSnapshot(JSON.stringify(given), (cut) => cuts.push(cut));
    expect({ parsed, cuts }).to.eql({ parsed: given, cuts: [] });
  });

  it('cuts values to 4 KiB, between two characters', () => {
    const { labels, cuts } = cutLabels({ a: 'x'.repeat(4_097), b: '日'.repeat(2_000), c: 'kept' });
    expect(labels).to.eql({ a: 'x'.repeat(4_096), b: '日'.repeat(1_365), c: 'kept' });
    expect(cuts).to.eql([{ count: 2, first: 'pods[0].labels' }]);
  });

  it('cuts keys to 317 characters', () => {
    const { labels, cuts } = cutLabels({ ['k'.repeat(318)]: 'v' });
    expect(labels).to.eql({ ['k'.repeat(317)]: 'v' });
    expect(cuts).to.eql([{ count: 1, first: 'pods[0].labels' }]);
  });

  it('keeps the first 256 labels in the order of their keys', () => {
    const keys = Array.from({ length: 300 }, (_, nth) => `key-${1_000 + nth}`);
    const { labels, cuts } = cutLabels(
      Object.fromEntries(keys.toReversed().map((key) => [key, ''])),
    );
    expect(Object.keys(labels)).to.eql(keys.slice(0, 256));
    expect(cuts).to.eql([{ count: 44, first: 'pods[0].labels' }]);
  });

  it('cuts other texts to 512 characters, wherever they are', () => {
    const long = 'x'.repeat(2_000);
    const { snapshot, cuts } = parse({
      agent_version: long,
      nodes: [node('a'), node('n', { zone: long, gpu_model: `${'x'.repeat(511)}💰` })],
      pods: [pod('p', 'n', { containers: [container({ image: long })] })],
      deployments: [
        deployment('d', { conditions: [{ type: 'Available', status: 'True', reason: long }] }),
      ],
    });
    const kept = 'x'.repeat(512);
    expect(snapshot.agent_version).to.equal(kept);
    expect(snapshot.nodes[1]).to.include({ zone: kept, gpu_model: 'x'.repeat(511) });
    expect(snapshot.pods[0]!.containers![0]!.image).to.equal(kept);
    expect(snapshot.deployments[0]!.conditions![0]!.reason).to.equal(kept);
    expect(cuts).to.eql([{ count: 5, first: 'agent_version' }]);
  });
});
