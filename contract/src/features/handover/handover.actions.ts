import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, plantId, version } from '../../kernel/primitives.ts'
import { handover, handoverDraft, handoverKinds, handoverLimits, handoverLine } from './handover.ts'

const handoverKey = { plantId, handoverId: id }
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The initial verification (EN 50172), with signatures. */
export const handoverActions = defineActions({
  /** Lists the verifications of a plant, newest first, with their signatures. */
  getHandovers: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ handovers: z.array(handoverLine).max(handoverLimits.listed) }),
    errors: [],
    effect: 'read',
  },
  /** Returns one verification: installed devices, first full test, checklist, light, missing items and defects. */
  getHandover: {
    permission: 'plant.view',
    input: z.strictObject(handoverKey),
    output: z.object({ handover }),
    errors: ['HANDOVER_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Starts a verification; only one may be open. A repeated call with the same key returns the same one. */
  beginHandover: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, kind: z.enum(handoverKinds) }),
    output: z.object({ handoverId: id }),
    errors: ['HANDOVER_OPEN'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /** Saves the entries so far, over the opened version. */
  saveHandover: {
    permission: 'plant.operate',
    input: z.strictObject({ ...handoverKey, version, draft: handoverDraft }),
    output: z.object({ version: count }),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED', 'HANDOVER_IN_FUTURE', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /**
   * Signs for the caller's side the content with the given digest. The first signature freezes it; with the second it
   * is handed over, and both signatures, the certificate, the light and every defect become logbook entries.
   */
  signHandover: {
    permission: 'handover.sign',
    input: z.strictObject({ ...handoverKey, digest: sha256 }),
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
  /** Removes the single signature to allow changes of the content; impossible once both sides have signed. */
  reopenHandover: {
    permission: 'handover.sign',
    input: z.strictObject(handoverKey),
    output: z.object({}),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
  /** Discards a verification without signatures. */
  discardHandover: {
    permission: 'plant.operate',
    input: z.strictObject(handoverKey),
    output: z.object({}),
    errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_SIGNED'],
    effect: 'write',
    about: 'handover',
    alone: true,
  },
})

export const handoverErrors = defineErrors({
  HANDOVER_NOT_FOUND: 404,
  /** The plant has an unsigned verification. */
  HANDOVER_OPEN: 409,
  /** One or both sides have signed it, so it cannot be changed. */
  HANDOVER_SIGNED: 409,
  /** It is incomplete and cannot be signed: `missing` lists the items. */
  HANDOVER_INCOMPLETE: 409,
  /** The same person cannot sign for both sides. */
  HANDOVER_SAME_PERSON: 409,
  /** A measurement is dated in the future. */
  HANDOVER_IN_FUTURE: 409,
})

export const handoverEvents = defineEvents({
  /** A verification was started, saved, signed, reopened or discarded. */
  handover: z.object({ plant_id: id, handover_id: id }),
})
