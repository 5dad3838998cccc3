import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { costRulesFile, repository, rulesFile } from './support/paths.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly { alertname: string; exp_alerts: readonly unknown[] }[];
  }[];
}

const read = (file: string): unknown => parse(readFileSync(file, 'utf8'));
const groups = [rulesFile, costRulesFile].flatMap(
  (file) => (read(file) as { groups: { name: string; rules: (Alert | object)[] }[] }).groups,
);
const alerts = groups.flatMap(({ rules }) => rules).filter((rule) => 'alert' in rule);

describe('the alert rules', () => {
  it('have unique names', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(names.length).to.be.greaterThan(20);
    expect(new Set(names).size).to.equal(names.length);
    expect(names.every((name) => name.startsWith('Costplane'))).to.equal(true);
    expect(new Set(groups.map(({ name }) => name)).size).to.equal(groups.length);
  });

  it('each have a severity, a summary, a description and a runbook', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(labels, alert).to.have.all.keys('severity');
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning']);
      expect(annotations, alert).to.have.all.keys('summary', 'description', 'runbook');
      expect(annotations.summary, alert).to.match(/^[A-Z].*\.$/);
      expect(annotations.description, alert).to.match(/\.$/);
    }
  });

  it('each name the organization of a cost', () => {
    const inCosts = alerts.filter(({ expr }) =>
      /costplane:(team|namespace)_|"costplane-costs"/.test(expr),
    );
    expect(inCosts).to.have.length.above(5);
    for (const { alert, annotations } of inCosts) {
      expect(annotations.description, alert).to.include('$labels.organization');
    }
  });

  it('each link to a section of the runbook, and every section is used', () => {
    const sections = new Map<string, string[]>();
    for (const { annotations } of alerts) {
      const [file = '', anchor = ''] = (annotations.runbook ?? '').split('#');
      sections.set(file, [...(sections.get(file) ?? []), anchor]);
    }
    for (const [file, anchors] of sections) {
      const text = readFileSync(join(repository, file), 'utf8');
      const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase(),
      );
      expect(headings).to.eql(anchors);
    }
  });

  it('each fire in a unit test', () => {
    const folder = join(repository, 'tools/operate/packaging/prometheus');
    const files = globSync('*.test.yaml', { cwd: folder });
    const fired = files
      .flatMap((file) => (read(join(folder, file)) as RuleTests).tests)
      .flatMap(({ alert_rule_test: tests = [] }) => tests)
      .filter(({ exp_alerts: expected }) => expected.length > 0)
      .map(({ alertname }) => alertname);
    expect(alerts.map(({ alert }) => alert).filter((name) => !fired.includes(name))).to.eql([]);
  });
});
