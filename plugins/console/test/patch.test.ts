import { expect } from 'chai';
import { toPatch } from '../web/views/recommendation/patch.ts';

const change = (kind: string, current: object[], recommended: object[]) => ({
  metadata: { resource_type: kind, resource_name: 'api', namespace: 'shop' },
  current: { config: { containers: current } },
  recommended: { config: { containers: recommended } },
});

describe('console: the change of a recommendation as a patch', () => {
  it('contains only requests and limits that change', () => {
    const same = { name: 'proxy', requests: { cpu: '10m' }, limits: {} };
    const patch = toPatch(
      change(
        'Deployment',
        [same, { name: 'api', requests: { cpu: '300m', memory: '512Mi' }, limits: {} }],
        [same, { name: 'api', requests: { cpu: '24m', memory: '1' }, limits: { memory: '122Mi' } }],
      ),
    );
    expect(patch?.yaml).to.equal(
      [
        'spec:',
        '  template:',
        '    spec:',
        '      containers:',
        '        - name: "api"',
        '          resources:',
        '            requests:',
        '              cpu: "24m"',
        '              memory: "1"',
        '            limits:',
        '              memory: "122Mi"',
        '',
      ].join('\n'),
    );
    expect(patch?.command).to.equal(
      `kubectl --namespace 'shop' patch 'deployment/api' --patch-file /dev/stdin <<'EOF'\n${patch?.yaml}EOF\n`,
    );
  });

  it('removes a limit that is no longer recommended', () => {
    const patch = toPatch(
      change(
        'StatefulSet',
        [{ name: 'api', requests: { cpu: '1' }, limits: { cpu: '2' } }],
        [{ name: 'api', requests: { cpu: '1' }, limits: {} }],
      ),
    );
    expect(patch?.yaml).to.contain('            limits:\n              cpu: null\n');
  });

  it('resizes a pod in place, and does not patch a node', () => {
    const before = [{ name: 'api', requests: { cpu: '2' }, limits: {} }];
    const after = [{ name: 'api', requests: { cpu: '1' }, limits: {} }];
    expect(toPatch(change('Pod', before, after))?.command)
      .to.contain("patch 'pod/api' --subresource resize")
      .and.contain("'EOF'\nspec:\n  containers:\n    - name");
    expect(toPatch(change('Node', before, after))).to.equal(undefined);
  });

  it('quotes names from the cluster for the shell', () => {
    const { current, recommended } = change(
      'Deployment',
      [],
      [{ name: 'api', requests: { cpu: '1' }, limits: {} }],
    );
    const metadata = {
      resource_type: 'Deployment; id',
      resource_name: "api'; id; '",
      namespace: '$(id)',
    };
    expect(toPatch({ metadata, current, recommended })?.command).to.contain(
      String.raw`--namespace '$(id)' patch 'deployment; id/api'\''; id; '\''' --patch-file`,
    );
  });

  it('is empty if the configuration is malformed or nothing changes', () => {
    const same = [{ name: 'api', requests: { cpu: '1' }, limits: {} }];
    expect(toPatch(change('Deployment', same, same))).to.equal(undefined);
    const unread = { ...change('Deployment', [], []), recommended: { config: { replicas: 2 } } };
    expect(toPatch(unread)).to.equal(undefined);
  });
});
