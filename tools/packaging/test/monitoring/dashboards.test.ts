import { expect } from 'chai';
import { dashboardFiles, type Panel, readDashboard, shownPanels } from './support/dashboards.ts';

const columns = 24;
/** Variables that Grafana itself fills in. */
const builtIn = /^__(?:rate_interval|timeFrom|timeTo|all)$/;

const overlap = (one: Panel, other: Panel) =>
  one.gridPos.x < other.gridPos.x + other.gridPos.w &&
  other.gridPos.x < one.gridPos.x + one.gridPos.w &&
  one.gridPos.y < other.gridPos.y + other.gridPos.h &&
  other.gridPos.y < one.gridPos.y + one.gridPos.h;

describe('the dashboards', () => {
  it('are those of the service and of the fleet, with ids of their own', () => {
    expect(dashboardFiles).to.eql(['costplane-fleet.json', 'costplane-service.json']);
    expect(dashboardFiles.map((file) => `${readDashboard(file).uid}.json`)).to.eql(dashboardFiles);
  });

  for (const file of dashboardFiles) {
    describe(file, () => {
      const dashboard = readDashboard(file);

      it('is of a schema that Grafana 11 and 12 read', () => {
        expect(dashboard.schemaVersion).to.be.within(39, 41);
      });

      it('has panels with ids of their own, within the grid, none upon another', () => {
        const { panels } = dashboard;
        expect(panels.length).to.be.greaterThan(10);
        expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
        for (const [index, panel] of panels.entries()) {
          const { x, w, h } = panel.gridPos;
          expect(x + w, panel.title).to.be.at.most(columns);
          expect(h, panel.title).to.be.at.least(1);
          const upon = panels.slice(index + 1).filter((other) => overlap(panel, other));
          expect(
            upon.map(({ title }) => title),
            panel.title,
          ).to.eql([]);
        }
      });

      it('asks the data source that is chosen, with a query in every panel', () => {
        for (const { title, targets = [] } of shownPanels(dashboard)) {
          expect(targets, title).to.not.be.empty;
          expect(new Set(targets.map(({ refId }) => refId)).size, title).to.equal(targets.length);
          for (const { datasource, expr, rawSql } of targets) {
            expect(datasource.uid, title).to.equal('${datasource}');
            expect(expr ?? rawSql, title).to.be.a('string').and.not.empty;
          }
        }
      });

      it('uses the variables that it has, and no other', () => {
        const text = JSON.stringify(dashboard);
        const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name ?? '');
        const own = dashboard.templating.list.map(({ name }) => name);
        expect(used.filter((name) => !builtIn.test(name) && !own.includes(name))).to.eql([]);
        expect(own.filter((name) => !used.includes(name))).to.eql([]);
      });
    });
  }

  it('show one number in a panel for one number, also where there is a default', () => {
    const panels = dashboardFiles.flatMap((file) => shownPanels(readDashboard(file)));
    const defaults = panels
      .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr ?? []))
      .filter((expr) => expr.endsWith(' or vector(0)'));
    expect(defaults).to.not.be.empty;
    // `vector(0)` has no labels: it is left out only beside a series without any.
    for (const expr of defaults) {
      expect(expr).to.match(/^(?:sum|max)\((?!.*\bby\b)/);
    }
  });
});
