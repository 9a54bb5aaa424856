import { randomUUID } from 'node:crypto'
import type { bluetoothActions } from '@vigilux/contract/features/bluetooth/bluetooth.actions.ts'
import {
  type BluetoothReportContent,
  listedReports,
  openReportsPerPlant,
} from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { hashOfSecret, newSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findLinks, isConnected, listUnitRows } from '../central-units/index.ts'
import { findPlant, plantDay } from '../plants/index.ts'
import {
  countOpenReports,
  insertReport,
  listReports,
  type ReportRow,
  readReport,
  revokeReport,
  toReport,
} from './bluetooth-reports.store.ts'
import { isGatewayType } from './gateway-types.ts'

type Handlers = HandlersOf<typeof bluetoothActions>

const dayMs = 86_400_000

/** The gateways of a plant with their devices as they are now; nothing that people wrote but the plant's name. */
const contentOf = async (
  { tx, ports }: Pick<WriteContext, 'tx' | 'ports'>,
  plantId: string,
): Promise<BluetoothReportContent> => {
  const { plantname, timezone } = await findPlant(tx, plantId)
  const rows = (await listUnitRows(tx, [plantId])).filter(
    ({ acquired, cuType }) => acquired && isGatewayType(ports, cuType),
  )
  const links = await findLinks(
    tx,
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
  return { version: 1, plantname, timezone, at: ports.clock.now().toISOString(), gateways }
}

/** A report is named by the day on which it was made: its own name opens it. */
const aboutReport = async (tx: Tx, { id, plantId, madeAt }: ReportRow): Promise<void> =>
  about(tx, { kind: 'report', id, name: await plantDay(tx, plantId, madeAt) })

const createBleReport: Handlers['createBleReport'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const { plantId, days } = input
  const now = ports.clock.now()
  const report = newSecret()
  const content = await contentOf({ tx, ports }, plantId)
  if (content.gateways.length === 0) return fail('NO_GATEWAY')
  // The plant is locked: what is counted stays true until it is written.
  if ((await countOpenReports(tx, plantId, now)) >= openReportsPerPlant)
    return fail('BLE_REPORT_LIMIT', { limit: openReportsPerPlant })
  const row = await insertReport(tx, {
    ...{ id: randomUUID(), plantId, nameHash: hashOfSecret(report), content },
    ...{ madeBy: caller.userId, madeByName: caller.name, madeAt: now },
    expiresAt: new Date(now.getTime() + days * dayMs),
  })
  await aboutReport(tx, row)
  changed(tx, null, { days })
  announce({ plant: plantId }, 'bleReports', { plant_id: plantId })
  return { bleReport: toReport(row, now), report }
}

export const reportHandlers: Pick<Handlers, 'getBleReports' | 'createBleReport' | 'revokeBleReport' | 'getBleReport'> =
  {
    getBleReports: async ({ input: { plantId }, tx, ports }) => {
      const now = ports.clock.now()
      const rows = await listReports(tx, plantId, openReportsPerPlant + listedReports)
      return { reports: rows.map((row) => toReport(row, now)) }
    },
    createBleReport,
    revokeBleReport: async ({ input: { plantId, reportId }, caller, tx, announce, ports, fail }) => {
      const now = ports.clock.now()
      const ended = { plantId, id: reportId, at: now, byName: caller.name }
      const row = (await revokeReport(tx, ended)) ?? fail('BLE_REPORT_NOT_FOUND')
      await aboutReport(tx, row)
      announce({ plant: plantId }, 'bleReports', { plant_id: plantId })
      return { bleReport: toReport(row, now) }
    },
    getBleReport: async ({ input: { plantId, report }, tx, ports, fail }) => {
      const nameHash = hashOfSecret(report)
      const found =
        (await readReport(tx, { plantId, nameHash, now: ports.clock.now() })) ?? fail('BLE_REPORT_NOT_FOUND')
      return { content: found.content, expiresAt: found.expiresAt.toISOString() }
    },
  }
