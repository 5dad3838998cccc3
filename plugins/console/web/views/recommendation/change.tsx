import { type Answer } from '../../api/answer.ts';
import { type RecommendationDetail } from '../../api/recommendations.ts';
import { Panel } from '../../parts/panel.tsx';
import { CopyButton } from '../../parts/show-request.tsx';
import { Table } from '../../parts/table.tsx';
import { readContainers } from './container-config.ts';
import { toPatch } from './patch.ts';

/** The current and the recommended configuration, and the change as a patch to copy. */
export function Change({ answer }: { readonly answer: Answer<RecommendationDetail> }) {
  return (
    <Panel
      title="Change"
      unit="Kubernetes quantities"
      height={300}
      answer={answer}
      empty={(body) =>
        readContainers(body.recommended.config).length === 0 &&
        'The recommendation does not change containers.'
      }
    >
      {(body) => (
        <>
          <Sizes of={body} />
          <PatchText of={body} />
        </>
      )}
    </Panel>
  );
}

interface Size {
  readonly container: string;
  readonly what: string;
  readonly now: string | undefined;
  readonly recommended: string | undefined;
  readonly applied: string | undefined;
}

function listSizes({ current, recommended, applied }: RecommendationDetail): Size[] {
  const [now, then, really] = [current, recommended, applied].map(({ config }) =>
    readContainers(config),
  );
  return (then ?? []).flatMap(({ name, ...after }) => {
    const before = now?.find((container) => container.name === name);
    const done = really?.find((container) => container.name === name);
    return (['requests', 'limits'] as const).flatMap((block) =>
      ['cpu', 'memory'].map((resource) => ({
        container: name,
        what: `${resource === 'cpu' ? 'CPU' : 'memory'} ${block === 'requests' ? 'request' : 'limit'}`,
        now: before?.[block][resource],
        recommended: after[block][resource],
        applied: done?.[block][resource],
      })),
    );
  });
}

const none = <span className="unknown">none</span>;

function Sizes({ of: body }: { readonly of: RecommendationDetail }) {
  const isApplied = body.metadata.status === 'applied';
  return (
    <Table
      caption="Current and recommended requests and limits"
      rows={listSizes(body)}
      rowKey={({ container, what }) => `${container} ${what}`}
      columns={[
        { name: 'container', header: 'Container', cell: ({ container }) => container },
        { name: 'what', header: 'Size', cell: ({ what }) => what },
        {
          name: 'now',
          header: isApplied ? 'Before' : 'Now',
          isNumber: true,
          cell: ({ now }) => now ?? none,
        },
        {
          name: 'recommended',
          header: 'Recommended',
          isNumber: true,
          cell: ({ now, recommended }) =>
            now === recommended ? (recommended ?? none) : <strong>{recommended ?? none}</strong>,
        },
        ...(isApplied
          ? [
              {
                name: 'applied',
                header: 'Applied',
                isNumber: true,
                cell: ({ applied }: Size) => applied ?? none,
              },
            ]
          : []),
      ]}
    />
  );
}

function PatchText({ of: body }: { readonly of: RecommendationDetail }) {
  const patch = toPatch(body);
  if (!patch) return null;
  return (
    <>
      <p className="patch-head">
        Patch: <CopyButton text={patch.yaml} label="Copy YAML" />{' '}
        <CopyButton text={patch.command} label="Copy kubectl command" />
      </p>
      <pre className="patch" tabIndex={0} role="region" aria-label="Change as YAML">
        {patch.yaml}
      </pre>
    </>
  );
}
