import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import { maxListedInspectorRegisters, maxRegistersPerInspectorLink } from '@vigilux/contract/features/reports/report.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findInspectorLink, lockInspectorLink } from '../compliance/index.ts'
import { findFile, isAvailable } from '../files/index.ts'
import { findTier } from '../plants/index.ts'
import { requestPlantReport } from './order-report.ts'
import { findReport, listReportsBy, toReport } from './reports.store.ts'

type Names = 'createInspectorRegister' | 'getInspectorRegister' | 'getInspectorRegisters'

/** In place of the person in the register's row; an inspector has no account. */
const orderedBy = 'inspector:'
const nameOf = (linkId: string): string => `${orderedBy}${linkId}`

/** The register of tests for inspectors, and the list of those they made. */
export const inspectorRegisterHandlers: HandlersOf<Pick<typeof reportActions, Names>> = {
  createInspectorRegister: async ({ work, input: { secret, language } }) => {
    const { id: linkId, plantId } = await lockInspectorLink(work, secret, work.now)
    work.audit.setPlant(plantId)
    const by = nameOf(linkId)
    const earlierRegisters = await listReportsBy(work.tx, plantId, by, maxRegistersPerInspectorLink)
    const unfinished = earlierRegisters.find(({ state }) => state === 'queued' || state === 'running')
    if (unfinished) {
      work.audit.target({ kind: 'report', id: unfinished.id, name: unfinished.language })
      return { report: toReport(unfinished) }
    }
    if (earlierRegisters.length >= maxRegistersPerInspectorLink)
      return work.fail('INSPECTOR_REGISTER_LIMIT', { limit: maxRegistersPerInspectorLink })
    const isBasic = (await findTier(work.tx, plantId, work.now)) === 'basic'
    const period = isBasic && !isAvailableInBasic('lastYear') ? 'lastTest' : 'lastYear'
    const request = { period, devicesType: 'all', search: '', byMail: false, forInspector: true } as const
    return requestPlantReport(work, { plantId, language, by, request })
  },
  getInspectorRegister: async ({ work, input: { secret, reportId } }) => {
    const { id: linkId, plantId, expiresAt } = await findInspectorLink(work, secret, work.now)
    const row = await findReport(work.tx, plantId, reportId)
    if (!row || row.requestedBy !== nameOf(linkId)) return work.fail('REPORT_NOT_FOUND')
    const file = row.fileId === null ? undefined : await findFile(work.tx, row.fileId)
    if (row.state !== 'ready' || !file || !isAvailable(file, work.now)) return { report: toReport(row), file: null }
    const url = work.ports.fileLinks.signShared({ linkId, fileId: file.id, until: expiresAt })
    return { report: toReport(row), file: { url, name: file.name, bytes: file.bytes } }
  },
  getInspectorRegisters: async ({ work, input: { plantId } }) => {
    const rows = await listReportsBy(work.tx, plantId, `${orderedBy}%`, maxListedInspectorRegisters)
    return {
      registers: rows.map(({ requestedBy, requestedAt, language }) => ({
        linkId: requestedBy.slice(orderedBy.length),
        at: requestedAt.toISOString(),
        language,
      })),
    }
  },
}
