import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import type { PlanPaper } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { EntryResult } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { EntryGroup } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { LampOutcome } from '@vigilux/contract/features/reports/plant-report.ts'
import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import type { Clock } from './clock.ts'
import type { CodeSeal } from './code-seal.ts'
import type { DevicePort } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import type { FileLinks } from './file-links.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { KeyVault } from './key-vault.ts'
import type { Mail } from './mail.ts'
import type { NoticeLinks } from './notice-links.ts'
import type { Outbound } from './outbound.ts'
import type { Places } from './places.ts'
import type { Push } from './push.ts'
import type { TimeStampAuthority } from './time-stamps.ts'
import type { Watchers } from './watchers.ts'

/** What a report over a plant is narrowed to. */
export type ReportRows = { outcome?: LampOutcome | undefined; search: string }

/** Which entries a logbook on paper has. */
export type ReportEntries = {
  from?: string | undefined
  to?: string | undefined
  topic?: string | undefined
  of?: EntryGroup | undefined
  result?: EntryResult | undefined
  search: string
}

/** What a report of energy is of: all lamps, or those of a zone, in the period in which the day lies. */
export type ReportEnergy = { period: EnergyPeriod; date: string; zoneId?: string | undefined }

/** Work that the product leaves for later, by queue. */
export type ProductJobs = {
  'mail.send': { mailId: string }
  'push.send': { messageId: string }
  /** One that was asked for before there were kinds of devices names none, and is of all. */
  'report.make': {
    plantId: string
    reportId: string
    devicesType?: DeviceList
    rows?: ReportRows
    mailTo?: string
    handoverId?: string
    logbook?: ReportEntries
    energy?: ReportEnergy
    floorPlan?: { planId: string; paper: PlanPaper }
  }
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
}

/** The outside world, as features see it. Only the composition root knows what stands behind each. */
export type Ports = {
  clock: Clock
  devices: DevicePort
  files: Files
  fileLinks: FileLinks
  keyVault: KeyVault
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
  webhookVault: KeyVault
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
