import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, line, plantId } from '../../kernel/primitives.ts'
import {
  compliance,
  complianceWeek,
  inspectorLink,
  maxListedInspectorLinks,
  maxOpenInspectorLinksPerPlant,
} from './compliance.ts'
import { profileChoice } from './profile.ts'

const month = z
  .string()
  .max(7)
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, { error: 'month' })

export const complianceActions = defineActions({
  /**
   * Each rule of the plant's profile as met, not met or unknown, with the lamps and dates behind it and what mends it: now, or at
   * the end of a past month as it was known then. Everything stored counts in every tier; a Basic plant is not shown what is older than 30 days.
   */
  getCompliance: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, month: month.optional() }),
    output: compliance,
    errors: ['MONTH_NOT_PAST'],
    effect: 'read',
    cost: 6,
  },
  /** How the rules of tests and batteries stood at the end of each week of the last year, as it was known then. */
  getComplianceWeeks: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ weeks: z.array(complianceWeek).max(53) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** Chooses the profile and the edition by which the plant is judged. */
  setComplianceProfile: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...profileChoice.shape }),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'plant',
    alone: true,
  },
  /** The inspector's pages of the plant, newest first: who opened each, until when, and when it was visited. */
  getInspectorLinks: {
    permission: 'report.share',
    input: z.strictObject({ plantId }),
    output: z.object({
      links: z.array(inspectorLink).max(maxOpenInspectorLinksPerPlant + maxListedInspectorLinks.ended),
    }),
    errors: [],
    effect: 'read',
  },
  /**
   * Opens an inspector's page for 24 hours, and answers its secret, which is nowhere kept: anyone who knows `#/inspector/{secret}` reads
   * it until then. The secret of a repetition is null.
   */
  createInspectorLink: {
    permission: 'report.share',
    input: z.strictObject({ plantId }),
    output: z.object({ link: inspectorLink, secret: z.string().nullable() }),
    secretOutput: ['secret'],
    errors: ['INSPECTOR_LINK_LIMIT'],
    effect: 'write',
    about: 'report',
    alone: true,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Closes an inspector's page at once. Twice is as good as once. */
  revokeInspectorLink: {
    permission: 'report.share',
    input: z.strictObject({ plantId, linkId: id }),
    output: z.object({ link: inspectorLink }),
    errors: ['INSPECTOR_LINK_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'report',
  },
  /** What an inspector sees, for anybody who has the address. Any other is not found, whatever is wrong with it. Each visit is listed. */
  getInspectorPage: {
    permission: 'public',
    input: z.strictObject({ secret: line(200) }),
    output: z.object({
      plantname: z.string(),
      /** The street and the place, as they stand on a letter. */
      address: z.string(),
      compliance,
      openedAt: instant,
      expiresAt: instant,
    }),
    errors: ['INSPECTOR_LINK_NOT_FOUND'],
    effect: 'read',
    cost: 6,
    limit: { calls: 60, windowS: 60 },
  },
})

export const complianceErrors = defineErrors({
  /** Only a month that has ended is judged as a past one. */
  MONTH_NOT_PAST: 409,
  /** With `limit`. */
  INSPECTOR_LINK_LIMIT: 409,
  /** There never was one of that address, it is of another plant, it has ended or was closed: nobody learns which. */
  INSPECTOR_LINK_NOT_FOUND: 404,
})

export const complianceEvents = defineEvents({
  /** Another profile was chosen. All rules are judged again. */
  complianceProfile: z.object({ plant_id: id }),
  /** An inspector's page was opened, closed or visited. */
  inspectorLinks: z.object({ plant_id: id }),
})
