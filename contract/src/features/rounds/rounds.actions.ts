import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputDay, inputInstant, line, optionalLines, page, plantId, text } from '../../kernel/primitives.ts'
import { cents } from '../bill-of-materials/bill.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { faultName, openFault, round, roundItem, roundPart } from './round.ts'
import { roundLimits } from './round-limits.ts'
import { notNowReasons, workKinds } from './work.ts'

const roundKey = { plantId, roundId: id }
const itemKey = { plantId, itemId: id }
const faults = z.array(z.strictObject(faultName)).min(1, { error: 'no_device_selected' }).max(roundLimits.items)
const roundWrite = { permission: 'plant.operate', effect: 'write', about: 'round', alone: true } as const
const roundReply = z.object({ round })
const item = z.object({ item: roundItem })

export const roundActions = defineActions({
  /** The rounds of a plant: first those that have not ended, then the others, newest first. */
  getRounds: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, page }),
    output: z.object({ rounds: z.array(round), total: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** One round with its faults and the parts to take along. */
  getRound: {
    permission: 'plant.view',
    input: z.strictObject(roundKey),
    output: z.object({
      round,
      items: z.array(roundItem),
      parts: z.array(roundPart),
      /** Faults of it for which the catalogue names no part. */
      withoutPart: z.int(),
      /** Minutes that one fault took on average in earlier rounds of the plant; null where none is known. */
      minutesPerItem: z.number().nullable(),
      /** Hours of charge that the profile of the plant asks for before an autonomy test. */
      chargeHours: z.int(),
    }),
    errors: ['ROUND_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** The open faults of a plant that stand in no open round: what units report, and what was never proven to be mended. */
  getOpenFaults: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      page,
      /** Of one unit alone. */
      topic: unitTopic.optional(),
      /** A part of a serial, a description or a place, or the number of a lamp. */
      search: line(80).default(''),
    }),
    output: z.object({ faults: z.array(openFault), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Plans a round of open faults. The same key once more is the same round. */
  createRound: {
    ...roundWrite,
    input: z.strictObject({
      plantId,
      title: text(roundLimits.title),
      /** Today or later, in plant time. */
      plannedFor: inputDay.nullable().default(null),
      /** A member who may carry it out; null for nobody yet. */
      assignee: id.nullable().default(null),
      faults,
    }),
    output: roundReply,
    errors: [
      ...(['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND', 'FAULT_NOT_OPEN'] as const),
      ...(['FAULT_IN_ROUND', 'ROUND_LIMIT', 'ROUND_DAY_PAST', 'ASSIGNEE_MAY_NOT'] as const),
    ],
    cost: 5,
  },
  /** Says who carries out a round, or with null that nobody does yet. */
  assignRound: {
    ...roundWrite,
    input: z.strictObject({ ...roundKey, assignee: id.nullable() }),
    output: roundReply,
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ASSIGNEE_MAY_NOT'],
  },
  /** Takes open faults into a round; what is in it already is left as it is. */
  addToRound: {
    ...roundWrite,
    input: z.strictObject({ ...roundKey, faults }),
    output: roundReply,
    errors: [
      ...(['ROUND_NOT_FOUND', 'ROUND_ENDED', 'UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND'] as const),
      ...(['FAULT_NOT_OPEN', 'FAULT_IN_ROUND', 'ROUND_LIMIT'] as const),
    ],
    cost: 5,
  },
  /** Takes a fault out of its round, on which no work was done; it stays an open fault. */
  removeFromRound: {
    ...roundWrite,
    input: z.strictObject(itemKey),
    output: z.object({}),
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'],
  },
  /**
   * Says what was done about a fault. It closes nothing: a lamp or battery fault is tested again by itself, what no test can show awaits
   * the unit's report. The same key once more says nothing more.
   */
  completeRoundItem: {
    ...roundWrite,
    input: z.strictObject({
      ...itemKey,
      kind: z.enum(workKinds),
      /** When it was done, where that is told later: a phone may have had no line. */
      at: inputInstant.optional(),
      note: optionalLines(roundLimits.note).default(''),
      /** Photos of this lamp, as they were added to it. */
      photos: z.array(id).max(roundLimits.photos).default([]),
      workId: id,
    }),
    output: item,
    errors: [
      ...(['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'] as const),
      ...(['FILE_NOT_FOUND', 'WORK_TIME_WRONG'] as const),
    ],
  },
  /** Takes back what was said to be done, within ten seconds. */
  undoRoundItem: {
    ...roundWrite,
    input: z.strictObject(itemKey),
    output: item,
    errors: ['ROUND_NOT_FOUND', 'UNDO_TOO_LATE'],
  },
  /** Says why a fault cannot be seen to now; it is kept for the next round. */
  postponeRoundItem: {
    ...roundWrite,
    input: z.strictObject({ ...itemKey, reason: z.enum(notNowReasons) }),
    output: item,
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'],
  },
  /** Ends a round with what it took. What was not done stays an open fault; what was done is tested again all the same. */
  endRound: {
    ...roundWrite,
    input: z.strictObject({
      ...roundKey,
      minutes: z.int().min(0, { error: 'negative' }).max(roundLimits.minutes).nullable(),
      cents: cents.nullable(),
    }),
    output: roundReply,
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED'],
  },
})

export const roundErrors = defineErrors({
  /** The round, or the fault of one. */
  ROUND_NOT_FOUND: 404,
  /** Nothing is taken into it or out of it any more, and nothing of it left for later. */
  ROUND_ENDED: 409,
  /** With `limit` and what it is of: `rounds` that are open, or `items` of one. */
  ROUND_LIMIT: 409,
  /** It is planned for a day that is over in the plant. */
  ROUND_DAY_PAST: 400,
  /** Neither the unit reports it nor does a round await its proof; with `topic`, `lamp` and `error`. */
  FAULT_NOT_OPEN: 409,
  /** With `topic`, `lamp`, `error` and the title of the `round` that holds it. */
  FAULT_IN_ROUND: 409,
  /** Who is to carry it out may not do so in this plant. */
  ASSIGNEE_MAY_NOT: 409,
  /** Somebody has done it; with `by`, `at` and `kind`. */
  ROUND_ITEM_DONE: 409,
  /** The logbook has it: what is wrong is corrected there, with another entry. */
  UNDO_TOO_LATE: 409,
  /** Before the fault was taken into the round, or in the future. */
  WORK_TIME_WRONG: 400,
})

export const roundEvents = defineEvents({
  /** A round, or something in it, changed. Several changes at once send one event each. */
  round: z.object({ plant_id: id, round_id: id }),
})
