import { z } from 'zod'
import { unitTopic } from './features/central-units/central-unit.ts'
import { adminScopes, plantRoles, userTypes } from './kernel/permissions.ts'
import { count, plantId } from './kernel/primitives.ts'

/**
 * What the demo alone can be asked, under `/dev/demo`. These are no actions: production has none of it, and a client learns
 * that it talks to a demo from a header.
 */

/** How many times faster than real time units, batteries and tests live: 1 to 3,600. The server's clock is always real. */
export const demoSpeed = z.number().min(1).max(3_600)
/** `POST /dev/demo/speed`: the speed from now on, for everybody. `INVALID_INPUT` outside of the bounds. */
export const demoSpeedChange = z.strictObject({ speed: demoSpeed })
/** The answer to it, and to `GET /dev/demo/speed`. */
export type DemoSpeed = z.infer<typeof demoSpeedChange>

/** Somebody whom a visitor may be; all of them have the password of the demo. */
export const demoPerson = z.object({
  email: z.string(),
  name: z.string(),
  usertype: z.enum(userTypes),
  scope: z.enum(adminScopes).nullable(),
  /** Role in the plants of the demo; null where there is none. */
  role: z.enum(plantRoles).nullable(),
  /** The company is not verified yet. */
  suspended: z.boolean(),
  /** Plants that this person sees. */
  plants: count,
})
export type DemoPerson = z.infer<typeof demoPerson>

/** `GET /dev/demo`: who one may be, and how fast the estate lives. */
export const demoState = z.object({ speed: demoSpeed, password: z.string(), people: z.array(demoPerson) })
export type DemoState = z.infer<typeof demoState>

const addr = z.int().min(1).max(992)

/**
 * `POST /dev/demo/control`: what somebody in the building could do to it. Asks for the role that commands need; refuses
 * with `NOT_SIGNED_IN`, `PLANT_NOT_FOUND`, `NOT_ALLOWED`, `UNIT_NOT_FOUND`, `LAMP_NOT_FOUND`, `INVALID_INPUT`.
 */
export const demoControl = z.discriminatedUnion('control', [
  /** Cuts the mains of a unit, or of all units of the plant where none is named, or restores it. */
  z.strictObject({ control: z.literal('mains'), plantId, topic: unitTopic.optional(), on: z.boolean() }),
  /** Breaks a lamp, or any sound one where none is named. */
  z.strictObject({ control: z.literal('break'), plantId, topic: unitTopic, addr: addr.optional() }),
  /** Takes all faults from a lamp. */
  z.strictObject({ control: z.literal('repair'), plantId, topic: unitTopic, addr }),
  /** Gives a lamp a new battery, full and without the faults of the old one. */
  z.strictObject({ control: z.literal('battery'), plantId, topic: unitTopic, addr }),
])
export type DemoControl = z.infer<typeof demoControl>

/** A simulated unit as whoever stands before it sees it. */
export const demoUnit = z.object({
  topic: unitTopic,
  isOnBattery: z.boolean(),
  /** Lamps with a fault, by place, and whether a new battery would mend it. */
  broken: z.array(z.object({ addr, isBattery: z.boolean() })),
})
export type DemoUnit = z.infer<typeof demoUnit>

/** `GET /dev/demo/plants/{plantId}`, and the answer to a control: the simulated units of a plant of which one is a member. */
export const demoPlant = z.object({
  /** Whether the role may use the controls. */
  mayControl: z.boolean(),
  units: z.array(demoUnit),
  /** The lamp that was broken just now. */
  chosen: z.object({ topic: unitTopic, addr }).nullable(),
})
export type DemoPlant = z.infer<typeof demoPlant>
