import { type Migration } from 'kysely/migration';
import * as control from './0001-control.ts';
import * as state from './0002-state.ts';
import * as roles from './0003-roles.ts';
import * as inventory from './0004-inventory.ts';
import * as ledger from './0005-ledger.ts';
import * as dataPlane from './0006-data-plane.ts';
import * as explorer from './0007-explorer.ts';
import * as bounds from './0008-bounds.ts';
import * as observedPeaks from './0009-observed-peaks.ts';
import * as repricedBooks from './0010-repriced-books.ts';
import * as measuredAllocatable from './0011-measured-allocatable.ts';
import * as ownersByTheHour from './0012-owners-by-the-hour.ts';
import * as assignmentFigures from './0013-assignment-figures.ts';
import * as versions from './0014-versions.ts';
import * as pendingIncrements from './0015-pending-increments.ts';
import * as stateWrittenOnce from './0016-state-written-once.ts';
import * as periods from './0017-periods.ts';
import * as keysOfPeriods from './0018-keys-of-periods.ts';
import * as narrowUpdates from './0019-narrow-updates.ts';
import * as annotations from './0020-annotations.ts';
import * as volumeLists from './0021-volume-lists.ts';
import * as tags from './0022-tags.ts';
import * as formerRanks from './0023-former-ranks.ts';
import * as homes from './0024-homes.ts';
import * as archivedMonths from './0025-archived-months.ts';
import * as functionsOfDistributedTables from './0026-functions-of-distributed-tables.ts';
import * as settingsOfTransactions from './0027-settings-of-transactions.ts';
import * as replicatedPriceBooks from './0028-replicated-price-books.ts';
import * as podsWithoutWorkload from './0029-pods-without-workload.ts';
import * as outdatedRanks from './0030-outdated-ranks.ts';

/** Every migration by its name, which defines the order. Released migrations never change. */
export const migrations: Record<string, Migration> = {
  '0001-control': control,
  '0002-state': state,
  '0003-roles': roles,
  '0004-inventory': inventory,
  '0005-ledger': ledger,
  '0006-data-plane': dataPlane,
  '0007-explorer': explorer,
  '0008-bounds': bounds,
  '0009-observed-peaks': observedPeaks,
  '0010-repriced-books': repricedBooks,
  '0011-measured-allocatable': measuredAllocatable,
  '0012-owners-by-the-hour': ownersByTheHour,
  '0013-assignment-figures': assignmentFigures,
  '0014-versions': versions,
  '0015-pending-increments': pendingIncrements,
  '0016-state-written-once': stateWrittenOnce,
  '0017-periods': periods,
  '0018-keys-of-periods': keysOfPeriods,
  '0019-narrow-updates': narrowUpdates,
  '0020-annotations': annotations,
  '0021-volume-lists': volumeLists,
  '0022-tags': tags,
  '0023-former-ranks': formerRanks,
  '0024-homes': homes,
  '0025-archived-months': archivedMonths,
  '0026-functions-of-distributed-tables': functionsOfDistributedTables,
  '0027-settings-of-transactions': settingsOfTransactions,
  '0028-replicated-price-books': replicatedPriceBooks,
  '0029-pods-without-workload': podsWithoutWorkload,
  '0030-outdated-ranks': outdatedRanks,
};
