import type { Clock } from './clock.ts'
import type { DevicePort } from './device.ts'
import type { Mail } from './mail.ts'
import type { Watchers } from './watchers.ts'

/** The outside world, as features see it. Only main.ts knows what stands behind each. */
export type Ports = {
  clock: Clock
  devices: DevicePort
  mail: Mail
  watchers: Watchers
  settings: Settings
}

/** Values that the operator may set and features read. */
export type Settings = {
  publicUrl: string
  supportEmail: string
  supportPhone: string | null
  enrolmentWindowS: number
}
