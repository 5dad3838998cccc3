import { exportsKeepFocus } from '../support/focus/export-suite.ts';
import { useFleet } from '../support/focus/fleet.ts';
import { dayAfterLast, firstDay } from '../support/focus/history.ts';
import { fixtures } from '../support/paths.ts';
import { skip } from '../support/skip.ts';

describe('FOCUS exports', () => {
  const fleet = useFleet();
  const makeSource = (from: string, to: string) => () => {
    const { exporter, history } = fleet();
    return { exporter, database: history.database, window: { from, to } };
  };

  describe('of planned clusters, over the end of a month', () => {
    exportsKeepFocus(makeSource(firstDay, dayAfterLast));
  });

  describe('of production snapshots', () => {
    before(function () {
      if (fixtures === undefined) skip(this, 'the production snapshots are not at hand');
    });
    exportsKeepFocus(makeSource('2026-07-15', '2026-07-23'));
  });
});
