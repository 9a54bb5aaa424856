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

/** Maintenance rounds: faults to repair, until a test or the unit proves the repair. */
export const roundActions = defineActions({
  /** Lists the rounds of a plant: open ones first, then the others, newest first. */
  getRounds: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, page }),
    output: z.object({ rounds: z.array(round), total: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** Returns one round with its faults and the parts to take along. */
  getRound: {
    permission: 'plant.view',
    input: z.strictObject(roundKey),
    output: z.object({
      round,
      items: z.array(roundItem),
      parts: z.array(roundPart),
      /** Faults for which the catalogue names no part. */
      withoutPart: z.int(),
      /** Average minutes per fault in earlier rounds of the plant; null if unknown. */
      minutesPerItem: z.number().nullable(),
      /** Hours of charge before an autonomy test, by the profile of the plant. */
      chargeHours: z.int(),
    }),
    errors: ['ROUND_NOT_FOUND'],
    effect: 'read',
    cost: 5,
  },
  /** Lists open faults of a plant without an open round: reported by units, or never proven repaired. */
  getOpenFaults: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      page,
      /** Only of this unit. */
      topic: unitTopic.optional(),
      /** Part of a serial, a description or a place, or the number of a lamp. */
      search: line(80).default(''),
    }),
    output: z.object({ faults: z.array(openFault), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Creates a round from open faults. A repeated call with the same key returns the same round. */
  createRound: {
    ...roundWrite,
    input: z.strictObject({
      plantId,
      title: text(roundLimits.title),
      /** Today or later, in plant time. */
      plannedFor: inputDay.nullable().default(null),
      /** Member with the permission to carry it out; null for nobody yet. */
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
  /** Assigns a round to a member, or with null to nobody. */
  assignRound: {
    ...roundWrite,
    input: z.strictObject({ ...roundKey, assignee: id.nullable() }),
    output: roundReply,
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ASSIGNEE_MAY_NOT'],
  },
  /** Adds open faults to a round; faults already in it are skipped. */
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
  /** Removes a fault without work from its round; it remains open. */
  removeFromRound: {
    ...roundWrite,
    input: z.strictObject(itemKey),
    output: z.object({}),
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'],
  },
  /**
   * Records the work on a fault, without closing it: lamp and battery faults get an automatic re-test, others wait for
   * the unit's report. A repeated call with the same key records nothing.
   */
  completeRoundItem: {
    ...roundWrite,
    input: z.strictObject({
      ...itemKey,
      kind: z.enum(workKinds),
      /** Time of the work, if recorded later, for example by an offline phone. */
      at: inputInstant.optional(),
      note: optionalLines(roundLimits.note).default(''),
      /** Photos added to this lamp. */
      photos: z.array(id).max(roundLimits.photos).default([]),
      workId: id,
    }),
    output: item,
    errors: [
      ...(['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'] as const),
      ...(['FILE_NOT_FOUND', 'WORK_TIME_WRONG'] as const),
    ],
  },
  /**
   * Records work on open faults, planned or not: those outside of rounds get a round of their own, which has ended. As
   * with `completeRoundItem`, only a test or the unit's report closes them; a repeated call with the same key records
   * nothing.
   */
  recordRepair: {
    ...roundWrite,
    input: z.strictObject({
      plantId,
      /** Title of the round made for faults outside of rounds. */
      title: text(roundLimits.title),
      faults,
      kind: z.enum(workKinds),
      workId: id,
    }),
    output: z.object({ items: z.array(roundItem) }),
    errors: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'LAMP_NOT_FOUND', 'FAULT_NOT_OPEN', 'ROUND_ITEM_DONE'],
    cost: 5,
  },
  /** Lists the faults of a lamp planned in rounds or repaired, until a proof closes them. */
  getLampRepairs: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic, lamp: faultName.lamp.unwrap() }),
    output: z.object({ items: z.array(roundItem) }),
    errors: [],
    effect: 'read',
  },
  /** Undoes recorded work within ten seconds. */
  undoRoundItem: {
    ...roundWrite,
    input: z.strictObject(itemKey),
    output: item,
    errors: ['ROUND_NOT_FOUND', 'UNDO_TOO_LATE'],
  },
  /** Postpones a fault to the next round, with a reason. */
  postponeRoundItem: {
    ...roundWrite,
    input: z.strictObject({ ...itemKey, reason: z.enum(notNowReasons) }),
    output: item,
    errors: ['ROUND_NOT_FOUND', 'ROUND_ENDED', 'ROUND_ITEM_DONE'],
  },
  /** Ends a round and records its effort. Unfinished faults remain open; finished work is still re-tested. */
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
  /** The round, or one of its faults, does not exist. */
  ROUND_NOT_FOUND: 404,
  /** The round has ended, so faults cannot be added, removed or postponed. */
  ROUND_ENDED: 409,
  /** With `limit` and its subject: open `rounds`, or `items` of one. */
  ROUND_LIMIT: 409,
  /** The planned day is past in the plant. */
  ROUND_DAY_PAST: 400,
  /** The unit does not report it, and no round waits for its proof; with `topic`, `lamp` and `error`. */
  FAULT_NOT_OPEN: 409,
  /** With `topic`, `lamp`, `error` and the title of its `round`. */
  FAULT_IN_ROUND: 409,
  /** The assignee lacks the permission in this plant. */
  ASSIGNEE_MAY_NOT: 409,
  /** The work is already recorded; with `by`, `at` and `kind`. */
  ROUND_ITEM_DONE: 409,
  /** The work is in the logbook and can only be corrected there by another entry. */
  UNDO_TOO_LATE: 409,
  /** Before the fault was added to the round, or in the future. */
  WORK_TIME_WRONG: 400,
})

export const roundEvents = defineEvents({
  /** A round, or something in it, changed. Several changes at once send one event each. */
  round: z.object({ plant_id: id, round_id: id }),
})
