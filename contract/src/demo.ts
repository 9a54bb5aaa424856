import { z } from 'zod'
import { unitTopic } from './features/central-units/central-unit.ts'
import { adminScopes, plantRoles, userTypes } from './kernel/permissions.ts'
import { count, plantId } from './kernel/primitives.ts'

/**
 * Interface of the demo under `/dev/demo`. These are not actions: production has none of them, and a client recognizes
 * a demo by its header.
 */

/**
 * Speed of units, batteries and tests as a multiple of real time, 1 to 3,600. The server's clock always runs in real
 * time.
 */
export const demoSpeed = z.number().min(1).max(3_600)
/** `POST /dev/demo/speed`: sets the speed for everybody. `INVALID_INPUT` outside the bounds. */
export const demoSpeedChange = z.strictObject({ speed: demoSpeed })
/** Answer of `POST` and `GET /dev/demo/speed`. */
export type DemoSpeed = z.infer<typeof demoSpeedChange>

/** Account for visitors; all of them share the demo password. */
export const demoPerson = z.object({
  email: z.string(),
  name: z.string(),
  usertype: z.enum(userTypes),
  scope: z.enum(adminScopes).nullable(),
  /** Role in the plants of the demo; null for an account without a plant role. */
  role: z.enum(plantRoles).nullable(),
  /** True while the company is not verified. */
  suspended: z.boolean(),
  /** Number of plants visible to this person. */
  plants: count,
})
export type DemoPerson = z.infer<typeof demoPerson>

/** `GET /dev/demo`: accounts to sign in with, and the speed of the estate. */
export const demoState = z.object({ speed: demoSpeed, password: z.string(), people: z.array(demoPerson) })
export type DemoState = z.infer<typeof demoState>

const addr = z.int().min(1).max(992)

/**
 * `POST /dev/demo/control`: actions of a person in the building. Requires the role for commands; refuses with
 * `NOT_SIGNED_IN`, `PLANT_NOT_FOUND`, `NOT_ALLOWED`, `UNIT_NOT_FOUND`, `LAMP_NOT_FOUND`, `INVALID_INPUT`.
 */
export const demoControl = z.discriminatedUnion('control', [
  /** Cuts or restores the mains of a unit; without `topic`, of all units of the plant. */
  z.strictObject({ control: z.literal('mains'), plantId, topic: unitTopic.optional(), on: z.boolean() }),
  /** Breaks a lamp; without `addr`, any lamp without faults. */
  z.strictObject({ control: z.literal('break'), plantId, topic: unitTopic, addr: addr.optional() }),
  /** Clears all faults of a lamp. */
  z.strictObject({ control: z.literal('repair'), plantId, topic: unitTopic, addr }),
  /** Gives a lamp a new, full battery and clears the faults of the old one. */
  z.strictObject({ control: z.literal('battery'), plantId, topic: unitTopic, addr }),
])
export type DemoControl = z.infer<typeof demoControl>

/** Simulated unit as a person on site sees it. */
export const demoUnit = z.object({
  topic: unitTopic,
  isOnBattery: z.boolean(),
  /** Lamps with a fault, by address, and whether a new battery would clear it. */
  broken: z.array(z.object({ addr, isBattery: z.boolean() })),
})
export type DemoUnit = z.infer<typeof demoUnit>

/** `GET /dev/demo/plants/{plantId}`, and the answer to a control: simulated units of a plant of the caller. */
export const demoPlant = z.object({
  /** Whether the caller's role may use the controls. */
  mayControl: z.boolean(),
  units: z.array(demoUnit),
  /** Lamp broken by this call. */
  chosen: z.object({ topic: unitTopic, addr }).nullable(),
})
export type DemoPlant = z.infer<typeof demoPlant>
