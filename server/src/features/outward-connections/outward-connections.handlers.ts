import {
  type OutwardBridge,
  type OutwardConnection,
  type OutwardKind,
  outwardKinds,
  outwardSilentS,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { outwardConnectionActions } from '@vigilux/contract/features/outward-connections/outward-connections.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { tokenEndOf } from '../access-tokens/index.ts'
import { type BridgeContent, isShownOtherwise, mergeReports } from './merge-report.ts'
import {
  type BridgeKey,
  type BridgeRow,
  findSwitchedOff,
  insertBridge,
  type ListedBridgeRow,
  listBridges,
  lockBridge,
  updateBridge,
} from './outward-connections.store.ts'

const broadcastConnections = (work: Work, plantId: string, switched: boolean): void =>
  work.broadcast({ plant: plantId }, 'outwardConnections', { plant_id: plantId, switched })

const connectionsOf = ({ connections, off }: BridgeRow): OutwardConnection[] =>
  connections.map((connection) => ({ ...connection, on: !off.includes(connection.kind) }))

const toBridge = (row: ListedBridgeRow, now: Date): OutwardBridge => ({
  token: { id: row.token.id, name: row.token.name, scopes: row.token.scopes, end: tokenEndOf(row.token, now) },
  host: row.host,
  version: row.version,
  reportedAt: row.reportedAt.toISOString(),
  units: row.units,
  connections: connectionsOf(row),
})

/**
 * Leaves out connections of a silent bridge reported since by the same site computer with another token: at the same
 * address, or of the same kind where the token has ended.
 */
const withoutReplaced = (bridges: readonly OutwardBridge[]): OutwardBridge[] =>
  bridges
    .map((bridge) => {
      const silentFrom = Date.parse(bridge.reportedAt) + outwardSilentS * 1_000
      const successors = bridges.filter(
        ({ host, reportedAt }) => host === bridge.host && Date.parse(reportedAt) > silentFrom,
      )
      const isReplaced = ({ kind, address }: OutwardConnection) =>
        successors.some(({ token, connections }) => {
          const isRenewed = bridge.token.end !== null && token.end === null
          return connections.some((one) => one.kind === kind && (isRenewed || one.address === address))
        })
      return { ...bridge, connections: bridge.connections.filter((connection) => !isReplaced(connection)) }
    })
    .filter(({ connections }) => connections.length > 0)

/** An order independent of reports. */
const byHost = (a: OutwardBridge, b: OutwardBridge): number =>
  a.host.localeCompare(b.host) || a.token.name.localeCompare(b.token.name) || a.token.id.localeCompare(b.token.id)

type Report = BridgeKey & Omit<BridgeContent, 'connections'>

/** Stores a bridge's report. Screens are notified only if they show a difference. */
const storeReport = async (
  work: Work,
  { plantId, tokenId, ...report }: Report,
  connections: Parameters<typeof mergeReports>[0],
): Promise<void> => {
  const { tx, now: reportedAt } = work
  const former = await lockBridge(tx, { plantId, tokenId })
  const content = { ...report, connections: mergeReports(connections, former?.connections ?? [], reportedAt) }
  if (!former) {
    const off = await findSwitchedOff(tx, { plantId, tokenId, host: report.host })
    await insertBridge(tx, { plantId, tokenId, ...content, off, reportedAt })
  } else if (isShownOtherwise(former, content)) {
    await updateBridge(tx, { plantId, tokenId }, { ...content, reportedAt })
  } else {
    await updateBridge(tx, { plantId, tokenId }, { connections: content.connections, reportedAt })
    return
  }
  broadcastConnections(work, plantId, false)
}

const switchedKinds = (off: readonly OutwardKind[], kind: OutwardKind, on: boolean): OutwardKind[] =>
  outwardKinds.filter((one) => (one === kind ? !on : off.includes(one)))

export const outwardConnectionHandlers: HandlersOf<typeof outwardConnectionActions> = {
  getOutwardConnections: async ({ work, input: { plantId } }) => {
    const rows = await listBridges(work.tx, plantId)
    return {
      bridges: withoutReplaced(rows.map((row) => toBridge(row, work.now))).toSorted(byHost),
      servedAt: work.now.toISOString(),
    }
  },
  reportOutwardConnections: async ({ work, input, caller: { token }, deferWrite }) => {
    if (!token) return work.fail('TOKEN_REQUIRED')
    const { connections, ...report } = { ...input, tokenId: token.id }
    deferWrite((deferredWork) => storeReport(deferredWork, report, connections))
    return { off: await findSwitchedOff(work.tx, report) }
  },
  switchOutwardConnection: async ({ work, input: { plantId, tokenId, kind, on } }) => {
    const row = await lockBridge(work.tx, { plantId, tokenId })
    if (!row?.connections.some((connection) => connection.kind === kind))
      return work.fail('OUTWARD_CONNECTION_NOT_FOUND')
    const listed = (await listBridges(work.tx, plantId)).find((one) => one.tokenId === tokenId)
    work.audit.target({ kind: 'accessToken', id: tokenId, name: listed?.token.name ?? '' })
    const off = switchedKinds(row.off, kind, on)
    work.audit.diff({ [kind]: !row.off.includes(kind) }, { [kind]: on })
    await updateBridge(work.tx, { plantId, tokenId }, { off })
    broadcastConnections(work, plantId, true)
    return { off }
  },
}
