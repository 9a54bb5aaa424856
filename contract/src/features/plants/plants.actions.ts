import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { count, id, line, plantId } from '../../kernel/primitives.ts'
import { plantDraft } from './plant.ts'

export const plantActions = defineActions({
  /** Creates a plant; the creator becomes its installer administrator. `idempotencyKey` makes a retry harmless. */
  savePlant: {
    permission: 'plants.create',
    input: z.strictObject({ plant: plantDraft, idempotencyKey: id.optional() }),
    output: z.object({ plant_id: id }),
    errors: [],
    effect: 'write',
    about: 'plant',
    limit: { calls: 120, windowS: 3600 },
  },
  /** Saves plant data. `version` is the one the form was opened with; a newer one refuses, so nobody overwrites silently. */
  updatePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plant: plantDraft, version: count }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
  /** Deletes a plant and releases its units; the name must be given, letter for letter. */
  removePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plantname: line(200) }),
    output: z.object({}),
    errors: ['NAME_DOES_NOT_MATCH'],
    effect: 'write',
    about: 'plant',
    alone: true,
  },
})
