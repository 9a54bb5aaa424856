import { randomUUID } from 'node:crypto'
import type { bluetoothActions } from '@vigilux/contract/features/bluetooth/bluetooth.actions.ts'
import {
  type BluetoothReportContent,
  maxListedEndedReports,
  maxOpenReportsPerPlant,
} from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { createSecret, hashOfSecret } from '../../kernel/secret-link.ts'
import type { Work } from '../../kernel/work.ts'
import { findLinks, isConnected, listUnitRows } from '../central-units/index.ts'
import { findPlant, findPlantDay } from '../plants/index.ts'
import {
  type BluetoothReportRow,
  bluetoothReports,
  insertBluetoothReport,
  readBluetoothReport,
  toBluetoothReport,
} from './bluetooth-reports.store.ts'
import { isGatewayType } from './gateway-types.ts'

type Handlers = HandlersOf<typeof bluetoothActions>

const dayMs = 86_400_000

/** The gateways of a plant with their current devices; the plant's name is the only text written by people. */
const contentOf = async (work: Work, plantId: string): Promise<BluetoothReportContent> => {
  const { plantname, timezone } = await findPlant(work.tx, plantId)
  const rows = (await listUnitRows(work.tx, [plantId])).filter(
    ({ acquired, cuType }) => acquired && isGatewayType(work.ports, cuType),
  )
  const links = await findLinks(
    work.tx,
    rows.map(({ unit }) => unit),
  )
  const gateways = rows.map((row) => {
    const link = links.get(row.unit)
    return {
      cu_type: row.cuType,
      cu_id: row.cuId,
      connected: isConnected(row, link),
      lastSeen: link?.lastSeen.toISOString() ?? null,
      devices: row.detail?.bluetooth ?? [],
    }
  })
  return { version: 1, plantname, timezone, at: work.now.toISOString(), gateways }
}

/** The audit names a report by the day of its creation, because its own name grants access. */
const auditReport = async (work: Work, { id, plantId, madeAt }: BluetoothReportRow): Promise<void> =>
  work.audit.target({ kind: 'report', id, name: await findPlantDay(work.tx, plantId, madeAt) })

const createBleReport: Handlers['createBleReport'] = async ({ work, input, caller }) => {
  const { plantId, days } = input
  const now = work.now
  const report = createSecret()
  const content = await contentOf(work, plantId)
  if (content.gateways.length === 0) return work.fail('NO_GATEWAY')
  // The plant is locked, so the count stays valid until the write.
  if ((await bluetoothReports.countOpen(work.tx, plantId, now)) >= maxOpenReportsPerPlant)
    return work.fail('BLE_REPORT_LIMIT', { limit: maxOpenReportsPerPlant })
  const row = await insertBluetoothReport(work.tx, {
    id: randomUUID(),
    plantId,
    nameHash: hashOfSecret(report),
    content,
    madeBy: caller.userId,
    madeByName: caller.name,
    madeAt: now,
    expiresAt: new Date(now.getTime() + days * dayMs),
  })
  await auditReport(work, row)
  work.audit.diff(null, { days })
  work.broadcast({ plant: plantId }, 'bleReports', { plant_id: plantId })
  return { bleReport: toBluetoothReport(row, now), report }
}

export const bluetoothReportHandlers: Pick<
  Handlers,
  'getBleReports' | 'createBleReport' | 'revokeBleReport' | 'getBleReport'
> = {
  getBleReports: async ({ work, input: { plantId } }) => {
    const now = work.now
    const rows = await bluetoothReports.list(work.tx, plantId, maxOpenReportsPerPlant + maxListedEndedReports)
    return { reports: rows.map((row) => toBluetoothReport(row, now)) }
  },
  createBleReport,
  revokeBleReport: async ({ work, input: { plantId, reportId }, caller }) => {
    const now = work.now
    const revocation = { plantId, id: reportId, at: now, byName: caller.name }
    const row = (await bluetoothReports.revoke(work.tx, revocation)) ?? work.fail('BLE_REPORT_NOT_FOUND')
    await auditReport(work, row)
    work.broadcast({ plant: plantId }, 'bleReports', { plant_id: plantId })
    return { bleReport: toBluetoothReport(row, now) }
  },
  getBleReport: async ({ work, input: { plantId, report } }) => {
    const nameHash = hashOfSecret(report)
    const found =
      (await readBluetoothReport(work.tx, { plantId, nameHash, now: work.now })) ?? work.fail('BLE_REPORT_NOT_FOUND')
    return { content: found.content, expiresAt: found.expiresAt.toISOString() }
  },
}
