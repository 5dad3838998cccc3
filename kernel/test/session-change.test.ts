import { expect } from 'chai';
import { refuseServiceSetting, refuseSessionChange } from '../src/database/session-change.ts';

describe('statement of a plugin', () => {
  for (const text of [
    'set role none',
    '  SET session authorization postgres',
    'select 1; reset all',
    'discard all',
    'do $$ begin end $$',
    'set local role postgres',
    "set local costplane.organization_id = 'x'",
    "select set_config('work_mem', '64MB', false)",
    "select set_config('costplane.organization_id', $1, true)",
    "select set_config('role', 'postgres', true)",
  ]) {
    it(`may not change the session: ${text}`, () => {
      expect(() => {
        refuseSessionChange(text);
      }).to.throw(/may not change the session/);
    });
  }

  for (const text of [
    'select "set", "reset" from settings',
    'set local plan_cache_mode = force_custom_plan',
    'select set_config($1, $2, true), set_config($3, $4, true)',
    'start transaction isolation level repeatable read read only',
    'select id from clusters where name = $1 -- do not set',
  ]) {
    it(`may be: ${text}`, () => {
      refuseSessionChange(text);
      refuseServiceSetting(text, ['work_mem', '64MB']);
    });
  }

  it('may not have the name of a setting of the service as a value', () => {
    for (const name of ['role', 'costplane.organization_id', 'Session_Authorization']) {
      expect(() => {
        refuseServiceSetting('select set_config($1, $2, true)', [name, 'x']);
      }, name).to.throw(/setting of the service/);
    }
  });
});
