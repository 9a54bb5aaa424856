import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { plantChange, plantDraft, plantOwner } from './plant.ts'

/** Plants and their general settings. */
export const plantActions = defineActions({
  /** Creates a plant; the creator becomes its installer administrator. */
  savePlant: {
    permission: 'plants.create',
    input: z.strictObject({ plant: plantDraft }),
    output: z.object({ plant_id: id }),
    errors: [],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    limit: { calls: 120, windowS: 3600 },
  },
  /** Saves plant data over the opened `version`; refused if a newer one exists. */
  updatePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plant: plantChange, version }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
  /** Saves the owner of the plant, or an unknown owner, over the opened version. */
  aggiornaClienteImpianto: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, owner: plantOwner.nullable(), version }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
  /** Adds a plant to the caller's favorites or removes it, in every browser, until the membership ends. */
  saveFavourite: {
    permission: 'signedIn',
    input: z.strictObject({ plantId: id, favourite: z.boolean() }),
    output: z.object({}),
    errors: ['PLANT_NOT_FOUND'],
    effect: 'write',
    about: 'plant',
  },
})

export const plantErrors = defineErrors({
  /** Another person saved after this version was opened. For a small record, `now` is its current value. */
  CHANGED_MEANWHILE: 409,
})

export const plantEvents = defineEvents({
  savePlant: z.object({ plant_id: id }),
  updatePlant: z.object({ plant_id: id, version: z.int() }),
  /** Sent only to the person's own browsers. */
  saveFavourite: z.object({ plant_id: id, favourite: z.boolean() }),
})
