import type {
  OutwardReport,
  OutwardUnit,
  StoredOutward,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { outwardKinds } from '@vigilux/contract/features/outward-connections/outward-connection.ts'

export type BridgeContent = {
  host: string
  version: string
  connections: StoredOutward[]
  units: OutwardUnit[]
}

const timeBefore = (now: Date, seconds: number | null): string | null =>
  seconds === null ? null : new Date(now.getTime() - seconds * 1_000).toISOString()

/** A reported interface with times by the clock of the platform. */
const withTimes = (report: OutwardReport, former: StoredOutward | undefined, now: Date): StoredOutward => {
  const isSame = former?.state === report.state && former.failure === report.failure
  const since = isSame ? former.since : now.toISOString()
  if (report.kind === 'mqtt') return { ...report, since }
  const { lastReadAgoS, ...interfaceReport } = report
  return { ...interfaceReport, since, lastReadAt: timeBefore(now, lastReadAgoS) }
}

/** Each kind once, in the order of the contract. */
export const mergeReports = (
  reports: readonly OutwardReport[],
  former: readonly StoredOutward[],
  now: Date,
): StoredOutward[] =>
  outwardKinds.flatMap((kind) => {
    const report = reports.find((one) => one.kind === kind)
    if (!report) return []
    return [
      withTimes(
        report,
        former.find((one) => one.kind === kind),
        now,
      ),
    ]
  })

const compared = ({ host, version, connections, units }: BridgeContent): string =>
  JSON.stringify([host, version, connections.map((one) => ({ ...one, lastReadAt: null })), units])

/** Whether a screen shows something else than before, apart from the time of the last read. */
export const isShownOtherwise = (former: BridgeContent, current: BridgeContent): boolean =>
  compared(former) !== compared(current)
