import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { accessToken } from '../access-tokens/access-token.ts'
import { identityCheck, userInfos } from './account.ts'
import { signInMethods } from './sign-in-methods.ts'

/** Kind of device, as the browser reports it. */
export const deviceForms = ['phone', 'tablet', 'computer', 'unknown'] as const
export type DeviceForm = (typeof deviceForms)[number]

/** Browser in which a person is signed in; names come from the browser, empty if unknown. */
export const ownSession = z.object({
  session_id: id,
  browser: z.string(),
  system: z.string(),
  form: z.enum(deviceForms),
  signed_in_at: instant,
  /** Accurate to about five minutes. */
  last_used_at: instant,
  /** Whether this is the caller's own session. */
  this_one: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** Stored data of a person, for this person: Regulation (EU) 2016/679, articles 15 and 20. */
export const ownData = z.object({
  /** When the data were read. */
  at: instant,
  profile: userInfos.omit({ support: true, recentPlants: true, version: true }).extend({
    created_at: instant,
    age_declared_at: instant.nullable(),
    terms_accepted_at: instant.nullable(),
    name_declared_at: instant.nullable(),
    /** Last visit of the home, and the end of the one before. */
    seen_at: instant.nullable(),
    previous_visit_at: instant.nullable(),
    /** How and when the office checked the name. */
    identity: identityCheck.nullable(),
  }),
  memberships: z.array(
    z.object({
      plant_id: id,
      plantname: z.string(),
      role: z.enum(plantRoles),
      since: instant,
      notifications: z.boolean(),
      /** Last day, in the zone of the plant; null without an end. */
      endsOn: z.iso.date().nullable(),
    }),
  ),
  sessions: z.array(ownSession),
  /** Last sign-in of each known browser. */
  known_devices: z.array(instant),
  /** Without secrets. */
  sign_in_methods: signInMethods,
  /** Access tokens of the person, without the token itself. */
  access_tokens: z.array(accessToken),
})
export type OwnData = z.infer<typeof ownData>

/** Maximum plants to hand over in the list of names. */
export const maxListedPlantsToHandOver = 50

/**
 * Why an account cannot be erased yet: plants with this person as last administrator or owner, and the total number.
 */
export const plantsToHandOver = z.object({
  plants: z
    .array(z.object({ plant_id: id, plantname: z.string(), role: z.enum(plantRoles) }))
    .max(maxListedPlantsToHandOver),
  total: z.int(),
})
export type PlantsToHandOver = z.infer<typeof plantsToHandOver>
