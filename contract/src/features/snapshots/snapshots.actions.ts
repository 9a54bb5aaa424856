import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, page, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { operationReceipt } from '../operations/operation.ts'
import { difference, snapshot, unitConfiguration } from './snapshot.ts'

const unitOfPlant = { plantId, topic: unitTopic }

/** Stored configurations of units: comparing and restoring them. */
export const snapshotActions = defineActions({
  /** Lists the snapshots of a unit, newest first, 25 a page. */
  getSnapshots: {
    permission: 'plant.view',
    input: z.strictObject({ ...unitOfPlant, page }),
    output: z.object({ snapshots: z.array(snapshot), total: z.int() }),
    errors: ['UNIT_NOT_FOUND'],
    effect: 'read',
  },
  /** Returns a whole snapshot, and the differences from the unit's present configuration. */
  getSnapshot: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, snapshotId: id }),
    output: z.object({ snapshot, configuration: unitConfiguration, differences: z.array(difference) }),
    errors: ['SNAPSHOT_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /** Returns the differences between two snapshots. */
  compareSnapshots: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, snapshotId: id, otherId: id }),
    output: z.object({ differences: z.array(difference) }),
    errors: ['SNAPSHOT_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /** Takes a snapshot of the unit's reported configuration. */
  takeSnapshot: {
    permission: 'plant.operate',
    input: z.strictObject(unitOfPlant),
    output: z.object({ snapshot }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    alone: true,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Writes a snapshot into its unit, or into another unit of the same type, as an operation. */
  restoreSnapshot: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, snapshotId: id, topic: unitTopic.optional() }),
    output: operationReceipt,
    errors: [...commandRefusals, 'SNAPSHOT_NOT_FOUND', 'NOTHING_TO_RESTORE', 'SNAPSHOT_OF_OTHER_TYPE'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    cost: 10,
  },
})

export const snapshotErrors = defineErrors({
  SNAPSHOT_NOT_FOUND: 404,
  /** The unit already matches the snapshot. */
  NOTHING_TO_RESTORE: 409,
  /** Snapshots fit only units of their own type. */
  SNAPSHOT_OF_OTHER_TYPE: 409,
})

export const snapshotEvents = defineEvents({
  /** A snapshot was taken. */
  snapshot: z.object({ plant_id: id, snapshot }),
})
