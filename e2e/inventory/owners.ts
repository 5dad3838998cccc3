import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import {
  findDepartment,
  expectedOwner,
  findLastSeen,
  listNames,
  type OwnerKind,
  countTeams,
} from '../support/inventory/expected-owner.ts';
import { expectRows, type Row, walk } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('teams and departments of production snapshots', () => {
  const organization = useOrganization();
  const all = (): Cluster[] => Object.values(organization().clusters);
  const read = (kind: OwnerKind, basis: Basis) =>
    walk(organization().client, `/v1/${kind}s`, organization().key, { basis });

  for (const basis of bases) {
    it(`teams are sums over the namespaces that name them, over ${basis}`, async () => {
      const [rows, departments] = [await read('team', basis), await read('department', basis)];
      const expected = listNames('team', all()).map((name) => {
        const department = findRow(departments, findDepartment(name, all()));
        return {
          ...givenBy(findRow(rows, name), {
            ...(department && {
              department: { id: department.id, name: department.metadata.name },
            }),
            last_seen_at: findLastSeen(name, all()),
          }),
          kind: 'Team',
          ...expectedOwner('team', name, all(), basis),
        };
      });
      expectRows(rows, expected);
    });

    it(`departments are sums over the namespaces of their teams, over ${basis}`, async () => {
      const rows = await read('department', basis);
      const expected = listNames('department', all()).map((name) => ({
        ...givenBy(findRow(rows, name)),
        kind: 'Department',
        teams: countTeams(name, all()),
        ...expectedOwner('department', name, all(), basis),
      }));
      expectRows(rows, expected);
    });
  }
});

const findRow = (rows: readonly Row[], name: string | undefined): Row | undefined =>
  rows.find(({ metadata }) => metadata.name === name);

/** The id and the times of its making are the API's own; the rest is what a mirrored owner has. */
function givenBy(row: Row | undefined, more: object = {}) {
  const { name, created_at, updated_at } = { ...row?.metadata } as Record<string, string>;
  const own = { name: name ?? '', created_at, updated_at };
  return {
    id: row?.id ?? '',
    metadata: { ...own, description: '', origin: 'k8s', owner_email: '', ...more },
  };
}
