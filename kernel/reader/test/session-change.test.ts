import { expect } from 'chai';
import { refuseServiceSetting, refuseSessionChange } from '../src/session-change.ts';

const refused: [what: string, ...statements: string[]][] = [
  [
    'changes a setting beyond its transaction',
    'set role none',
    '  SET session authorization postgres',
    'set search_path = x',
    'set "search_path" = x',
    'set "local" = x',
    'set session characteristics as transaction read write',
    'reset all',
    'select 1; reset all',
    '-- a comment\nset role none',
    '/* a /* nested */ comment */ set role none',
    "select set_config('work_mem', '64MB', false)",
    "select set_config('work_mem', '64MB', $1)",
    "select set_config('work_mem', '64MB')",
    "select set_config('work_mem', concat('64', (select 'MB')), false)",
    "select set_config /* , true) */ ('work_mem', '64MB', false)",
    "select SET_CONFIG('work_mem', '64MB', false)",
    `select pg_catalog."set_config"('work_mem', '64MB', false)`,
  ],
  [
    'changes a setting of the service',
    'set local role postgres',
    'set local "role" = postgres',
    'set local session authorization postgres',
    'set local session_authorization = postgres',
    "set local costplane.organization_id = 'x'",
    `set local "costplane"."organization_id" = 'x'`,
    `set local "costplane.organization_id" = 'x'`,
    "select set_config('costplane.organization_id', $1, true)",
    "select set_config('costplane.organization_id', concat($1), false)",
    "select set_config('Role', 'postgres', true)",
    "select set_config('costplane' || '.organization_id', $1, true)",
    String.raw`select set_config(e'\x63ostplane.organization_id', $1, true)`,
    "select set_config($$role$$, 'postgres', true)",
    "select set_config(setting_name => 'role', new_value => 'postgres', is_local => true)",
  ],
  [
    'is for the session, or writes',
    'discard all',
    'deallocate all',
    'prepare p as select 1',
    'execute p',
    'listen x',
    'do $$ begin end $$',
    "copy (select 1) to '/tmp/x'",
    'insert into clusters default values',
    'declare c cursor with hold for select 1',
    '-- nothing',
  ],
  ['is more than one statement', 'select 1; select 2', "select ';'; commit", ';select 1'],
];

const accepted: [what: string, ...statements: string[]][] = [
  [
    'reads',
    'select "set", "reset" from settings',
    ' (select 1) union (select 2)',
    'with a as (select 1) select * from a;',
    'values (1)',
    'table clusters',
    'explain select 1',
    'show work_mem',
    'select id from clusters where name = $1 -- do not set; reset role',
    'select 1 /* ; reset role */',
    'select reset from a as b; -- the end',
  ],
  [
    'holds what looks like a change in a string or a name',
    "select '; do '",
    "select 'it''s; reset b'",
    String.raw`select e'\'; reset b'`,
    "select 'set_config(1)'",
    'select $$; reset b$$, $a$ $$; reset $a$',
    'select "; reset b" from "a""b; reset"',
    'select set_config from settings',
  ],
  [
    'concerns its transaction',
    'begin',
    'start transaction isolation level repeatable read read only',
    'set transaction isolation level serializable',
    'set constraints all deferred',
    'savepoint "a"',
    'rollback to "a"',
    'release "a"',
    'commit',
    'declare c cursor for select 1',
    'declare c cursor without hold for with hold as (select 1) select * from hold',
    'fetch 10 from c',
    'close c',
    'set local plan_cache_mode = force_custom_plan',
    'SET LOCAL "work_mem" = 1000',
    "select set_config('work_mem', concat('64', (select 'MB')), true)",
    'select set_config($1, $2, true), set_config($3, $4, true)',
  ],
];

describe('statement of a plugin', () => {
  for (const [what, ...statements] of refused) {
    describe(`is refused if it ${what}`, () => {
      for (const statement of statements) {
        it(statement, () => {
          expect(() => refuseSessionChange(statement)).to.throw(/may not change the session/);
        });
      }
    });
  }

  for (const [what, ...statements] of accepted) {
    describe(`is run if it ${what}`, () => {
      for (const statement of statements) it(statement, () => void refuseSessionChange(statement));
    });
  }

  it('may not have the name of a setting of the service as a value, where it names a setting', () => {
    const named = refuseSessionChange('select set_config($2, $1, true), $3');
    expect(named).to.eql([2]);
    for (const name of ['role', 'costplane.organization_id', 'Session_Authorization']) {
      expect(() => {
        refuseServiceSetting(named, ['x', name, 'y']);
      }, name).to.throw(/setting of the service/);
      refuseServiceSetting(named, [name, 'work_mem', name]);
    }
  });
});
