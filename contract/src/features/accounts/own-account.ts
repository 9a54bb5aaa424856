import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'
import { userInfos } from './account.ts'
import { signInMethods } from './sign-in-methods.ts'

/** What a browser says that it runs on. */
export const deviceForms = ['phone', 'tablet', 'computer', 'unknown'] as const
export type DeviceForm = (typeof deviceForms)[number]

/** A browser in which a person is signed in; names as the browser gives them, empty where it gives none. */
export const ownSession = z.object({
  session_id: id,
  browser: z.string(),
  system: z.string(),
  form: z.enum(deviceForms),
  signed_in_at: instant,
  /** To about five minutes. */
  last_used_at: instant,
  /** Whether it is the one that asks. */
  this_one: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** What the platform keeps of a person, for that person: Regulation (EU) 2016/679, articles 15 and 20. */
export const ownData = z.object({
  /** When it was read. */
  at: instant,
  profile: userInfos.omit({ support: true, recentPlants: true, version: true }).extend({
    created_at: instant,
    age_declared_at: instant.nullable(),
    terms_accepted_at: instant.nullable(),
  }),
  memberships: z.array(
    z.object({
      plant_id: id,
      plantname: z.string(),
      role: z.enum(plantRoles),
      since: instant,
      notifications: z.boolean(),
      /** The last day, in the zone of the plant; null where it has no end. */
      endsOn: z.iso.date().nullable(),
    }),
  ),
  sessions: z.array(ownSession),
  /** When each browser that is known to the account signed in last. */
  known_devices: z.array(instant),
  /** Without any secret. */
  sign_in_methods: signInMethods,
})
export type OwnData = z.infer<typeof ownData>

/** Plants to hand over that stand by name. */
export const maxListedPlantsToHandOver = 50

/** Why an account cannot be erased yet: plants that would be left without an administrator or an owner, and how many there are in all. */
export const plantsToHandOver = z.object({
  plants: z
    .array(z.object({ plant_id: id, plantname: z.string(), role: z.enum(plantRoles) }))
    .max(maxListedPlantsToHandOver),
  total: z.int(),
})
export type PlantsToHandOver = z.infer<typeof plantsToHandOver>
