import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import type { Clock } from './clock.ts'
import type { CodeSeal } from './code-seal.ts'
import type { DevicePort } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import type { FileLinks } from './file-links.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { KeyCipher } from './key-cipher.ts'
import type { Mail } from './mail.ts'
import type { NoticeLinks } from './notice-links.ts'
import type { Outbound } from './outbound.ts'
import type { Places } from './places.ts'
import type { Push } from './push.ts'
import type { TimeStampAuthority } from './time-stamps.ts'
import type { Watchers } from './watchers.ts'

/** Queues whose jobs name rows by their ids. Everything else that a job needs is in those rows. */
type Queues<Kinds extends OnlyIds<Kinds>> = Kinds
type OnlyIds<Kinds> = {
  [Queue in keyof Kinds]: { [Field in keyof Kinds[Queue]]: Field extends `${string}Id` ? string : never }
}

/** Work that the product leaves for later, by queue. */
export type ProductJobs = Queues<{
  'mail.send': { mailId: string }
  'push.send': { messageId: string }
  'report.make': { plantId: string; reportId: string }
  'attachment.preview': { plantId: string; fileId: string }
  'floorPlan.draw': { plantId: string; drawingId: string }
  /** Nothing is to name a person any more who has erased the account. */
  'person.erase': { userId: string }
  /** What is stored is compared with what is known of it. */
  'files.sweep': Record<string, never>
  /** Histories are kept in their bounds. */
  'history.keep': Record<string, never>
  /** All connected units report anew: a node was lost with messages that it had not stored. */
  'units.askReports': Record<string, never>
}>

/** The outside world, as features see it. Only the composition root knows what stands behind each. */
export type Ports = {
  clock: Clock
  devices: DevicePort
  files: Files
  fileLinks: FileLinks
  keyCipher: KeyCipher
  timeStamps: TimeStampAuthority
  noticeLinks: NoticeLinks
  places: Places
  codeSeal: CodeSeal
  deviceKeys: DeviceKeys
  jobs: Jobs<ProductJobs>
  mail: Mail
  push: Push
  outbound: Outbound
  /** For the secrets of webhooks. */
  webhookCipher: KeyCipher
  watchers: Watchers
  settings: Settings
}

/** Values that the operator may set and features read. */
export type Settings = {
  publicUrl: string
  supportEmail: string
  supportPhone: string | null
  enrolmentWindowS: number
  limits: OperatorLimits
  /** Megabytes of files that one plant may have. */
  filesQuotaMb: number
  /** Buildings, floors and rooms that one plant may have. */
  roomsPerPlant: number
  /** Days for which a deleted plant can be restored. */
  restoreDays: number
  /** Where browsers fetch the pictures of maps, with `{z}`, `{x}` and `{y}` in the address, and whom to credit for them. */
  mapTiles: { url: string; attribution: string } | null
}
