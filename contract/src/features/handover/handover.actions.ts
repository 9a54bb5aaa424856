import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, plantId, version } from '../../kernel/primitives.ts'
import { handover, handoverDraft, handoverKinds, handoverLimits, handoverLine } from './handover.ts'

const one = { plantId, handoverId: id }
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const handoverActions = defineActions({
  /** The verifications of a plant, newest first, with who signed them. */
  getHandovers: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ handovers: z.array(handoverLine).max(handoverLimits.listed) }),
    errors: [],
    effect: 'read',
  },
  /** One of them: what is installed, the first full test, the checklist, the light, what is missing, and what is not as it should be. */
  getHandover: {
    permission: 'plant.view',
    input: z.strictObject(one),
    output: z.object({ handover }),
    errors: ['HANDOVER_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Begins a verification; one is open at a time. The same key once more is the same one. */
  beginHandover: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, kind: z.enum(handoverKinds) }),
    output: z.object({ handoverId: id }),
    errors: ['HANDOVER_OPEN'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /** Saves what was filled in so far, over the version that was opened. */
  saveHandover: {
    permission: 'plant.operate',
    input: z.strictObject({ ...one, version, draft: handoverDraft }),
    output: z.object({ version: count }),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED', 'HANDOVER_IN_FUTURE', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /**
   * Signs for the caller's side what the caller has read, by its digest. With the first signature nothing changes any more; with the second it is
   * handed over: both signatures, the certificate, the light and every defect become entries of the logbook.
   */
  signHandover: {
    permission: 'handover.sign',
    input: z.strictObject({ ...one, digest: sha256 }),
    output: z.object({ signed: z.boolean() }),
    errors: [
      'HANDOVER_NOT_FOUND',
      'HANDOVER_SIGNED',
      'HANDOVER_INCOMPLETE',
      'HANDOVER_SAME_PERSON',
      'CHANGED_MEANWHILE',
    ],
    effect: 'write',
    about: 'handover',
    alone: true,
    cost: 5,
  },
  /** Sets the one signature aside, so that what it is of can be changed; once both sides have signed, nobody can. */
  reopenHandover: {
    permission: 'handover.sign',
    input: z.strictObject(one),
    output: z.object({}),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /** Discards a verification that nobody has signed. */
  discardHandover: {
    permission: 'plant.operate',
    input: z.strictObject(one),
    output: z.object({}),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
})

export const handoverErrors = defineErrors({
  HANDOVER_NOT_FOUND: 404,
  /** Another verification of the plant is not signed yet. */
  HANDOVER_OPEN: 409,
  /** It is signed, by one side or both, and is not changed any more. */
  HANDOVER_SIGNED: 409,
  /** Nobody signs what lacks something: `missing` says what. */
  HANDOVER_INCOMPLETE: 409,
  /** One person does not sign for both sides. */
  HANDOVER_SAME_PERSON: 409,
  /** Nothing was measured on a day that has not come. */
  HANDOVER_IN_FUTURE: 409,
})

export const handoverEvents = defineEvents({
  /** A verification was begun, filled in, signed, opened again or discarded. */
  handover: z.object({ plant_id: id, handover_id: id }),
})
