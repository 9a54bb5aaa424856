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
import type { Meters } from './meters.ts'
import type { NoticeLinks } from './notice-links.ts'
import type { Outbound } from './outbound.ts'
import type { Places } from './places.ts'
import type { Push } from './push.ts'
import type { TimeStampAuthority } from './time-stamps.ts'
import type { Watchers } from './watchers.ts'

/** Queues of jobs with ids of rows only; the rows hold all other data of a job. */
type Queues<Kinds extends OnlyIds<Kinds>> = Kinds
type OnlyIds<Kinds> = {
  [Queue in keyof Kinds]: { [Field in keyof Kinds[Queue]]: Field extends `${string}Id` ? string : never }
}

/** Deferred work of the product, by queue. */
export type ProductJobs = Queues<{
  'mail.send': { mailId: string }
  'push.send': { messageId: string }
  'report.make': { plantId: string; reportId: string }
  'plant.export': { plantId: string; exportId: string }
  'attachment.preview': { plantId: string; fileId: string }
  'floorPlan.draw': { plantId: string; drawingId: string }
  /** Removes the name of an erased person everywhere. */
  'person.erase': { userId: string }
  /** Compares stored files with their rows. */
  'files.sweep': Record<string, never>
  /** Prunes the histories. */
  'history.keep': Record<string, never>
  /** Asks all connected units to report again, because a node was lost with unstored messages. */
  'units.askReports': Record<string, never>
}>

/** External dependencies as features see them. Only the composition root knows the adapter behind each. */
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
  /** Encrypts the secrets of webhooks. */
  webhookCipher: KeyCipher
  watchers: Watchers
  meters: Meters
  settings: Settings
}

/** The operator's settings for features. */
export type Settings = {
  publicUrl: string
  supportEmail: string
  supportPhone: string | null
  enrolmentWindowS: number
  limits: OperatorLimits
  /** Maximum megabytes of files per plant. */
  filesQuotaMb: number
  /** Maximum buildings, floors and rooms per plant. */
  roomsPerPlant: number
  /** Days for which a deleted plant can be restored. */
  restoreDays: number
  /** Source of map tiles for browsers, with `{z}`, `{x}` and `{y}` in the URL, and its attribution. */
  mapTiles: { url: string; attribution: string } | null
}
