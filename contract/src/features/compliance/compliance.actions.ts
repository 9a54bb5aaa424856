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
import { inspection } from './inspection.ts'
import { profileChoice } from './profile.ts'

const month = z
  .string()
  .max(7)
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, { error: 'month' })

/** The compliance verdict by rules of EN 50172 and IEC 62034, and links for an inspector. */
export const complianceActions = defineActions({
  /**
   * Judges each rule of the plant's profile as met, not met or unknown, with evidence and remedy: now, or at the end of
   * a past month as known then. All stored data count in every tier; a Basic plant sees nothing older than 30 days.
   */
  getCompliance: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, month: month.optional() }),
    output: compliance,
    errors: ['MONTH_NOT_PAST'],
    effect: 'read',
    cost: 6,
  },
  /** Returns the state of the test and battery rules at the end of each week of the last year, as known then. */
  getComplianceWeeks: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ weeks: z.array(complianceWeek).max(53) }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** Chooses profile and edition for the judgment of the plant. */
  setComplianceProfile: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...profileChoice.shape }),
    output: z.object({}),
    errors: [],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    alone: true,
  },
  /** Lists the inspector's pages of the plant, newest first: creator, expiry and visits. */
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
   * Opens an inspector's page for 24 hours and returns its secret, which is not stored. Anyone with
   * `#/inspector/{secret}` can read it until then; in a repeated answer the secret is null.
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
  /** Closes an inspector's page at once. Repeating it has no effect. */
  revokeInspectorLink: {
    permission: 'report.share',
    input: z.strictObject({ plantId, linkId: id }),
    output: z.object({ link: inspectorLink }),
    errors: ['INSPECTOR_LINK_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'report',
  },
  /**
   * Returns an inspector's page to anyone with its address, and records the visit: verdict, present state, logbook,
   * last tests, open defects and floor plans. A wrong address is not found, for any reason.
   */
  getInspectorPage: {
    permission: 'public',
    input: z.strictObject({ secret: line(200) }),
    output: z.object({
      plantname: z.string(),
      /** Street and place, as on a letter. */
      address: z.string(),
      compliance,
      inspection,
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
  /** Past months can be judged only once they have ended. */
  MONTH_NOT_PAST: 409,
  /** With `limit`. */
  INSPECTOR_LINK_LIMIT: 409,
  /** Unknown address, another plant, ended or closed: the caller does not learn which. */
  INSPECTOR_LINK_NOT_FOUND: 404,
})

export const complianceEvents = defineEvents({
  /** The profile changed, and all rules are judged again. */
  complianceProfile: z.object({ plant_id: id }),
  /** An inspector's page was opened, closed or visited. */
  inspectorLinks: z.object({ plant_id: id }),
})
