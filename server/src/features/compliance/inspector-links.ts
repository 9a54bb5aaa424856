import { randomUUID } from 'node:crypto'
import type { complianceActions } from '@vigilux/contract/features/compliance/compliance.actions.ts'
import {
  inspectorHours,
  maxListedInspectorLinks,
  maxOpenInspectorLinksPerPlant,
} from '@vigilux/contract/features/compliance/compliance.ts'
import type { Facts } from '@vigilux/contract/features/compliance/facts.ts'
import { inspectDevices } from '@vigilux/contract/features/compliance/inspection.rules.ts'
import type { Inspection } from '@vigilux/contract/features/compliance/inspection.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { createSecret, hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { countByPlan, listFloorPlans } from '../floor-plans/index.ts'
import { findHead, readLogbookFacts } from '../logbook/index.ts'
import { findHistoryStart, findPlant, findPlantDay, type PlantRow } from '../plants/index.ts'
import {
  findOpenLink,
  insertLink,
  inspectorLinks,
  type LinkRow,
  lockOpenLink,
  type OpenLink,
  recordVisit,
  viewLinks,
} from './inspector-links.store.ts'
import { judgeFacts } from './judge-plant.ts'
import { stateOfLogbook } from './logbook-state.ts'

type Handlers = HandlersOf<typeof complianceActions>
type Names = 'getInspectorLinks' | 'createInspectorLink' | 'revokeInspectorLink' | 'getInspectorPage'

const hourMs = 3_600_000

/** The audit names a page by the day it was opened, because its secret grants access. */
const auditLink = async (work: Work, { id, plantId, madeAt }: LinkRow): Promise<void> =>
  work.audit.target({ kind: 'report', id, name: await findPlantDay(work.tx, plantId, madeAt) })

const viewLink = async (tx: Tx, row: LinkRow, now: Date) => {
  const [link] = await viewLinks(tx, [row], now)
  if (!link) throw new Error("an inspector's page cannot be shown")
  return link
}

const createInspectorLink: Handlers['createInspectorLink'] = async ({ work, input, caller }) => {
  const { plantId } = input
  const now = work.now
  const secret = createSecret()
  // The plant is locked, so the count stays valid until the write.
  if ((await inspectorLinks.countOpen(work.tx, plantId, now)) >= maxOpenInspectorLinksPerPlant)
    return work.fail('INSPECTOR_LINK_LIMIT', { limit: maxOpenInspectorLinksPerPlant })
  const row = await insertLink(work.tx, {
    id: randomUUID(),
    plantId,
    secretHash: hashOfSecret(secret),
    madeBy: caller.userId,
    madeByName: caller.name,
    madeAt: now,
    expiresAt: new Date(now.getTime() + inspectorHours * hourMs),
  })
  await auditLink(work, row)
  work.audit.diff(null, { hours: inspectorHours })
  work.broadcast({ plant: plantId }, 'inspectorLinks', { plant_id: plantId })
  return { link: await viewLink(work.tx, row, now), secret }
}

/** Logbook and inspections, for an inspector. A signature is named only if the responsible person gave it. */
const readDocuments = async (
  tx: Tx,
  { id, timezone }: PlantRow,
  facts: Facts,
  now: Date,
): Promise<Pick<Inspection, 'logbook' | 'visualAt' | 'lightAt'>> => {
  const logbookFacts = await readLogbookFacts(tx, id, now)
  const { items, responsible, signed } = stateOfLogbook(logbookFacts, facts, timezone)
  return {
    logbook: {
      items,
      signed: signed && { upTo: signed.upTo, at: signed.at, by: signed.by === responsible ? responsible : null },
      head: await findHead(tx, id),
    },
    visualAt: logbookFacts.latest.inspectionVisual ?? null,
    lightAt: logbookFacts.latest.inspectionPhotometric ?? null,
  }
}

/** Plans with a drawing, and links to its pictures for as long as the page is open. */
const readPlans = async ({ tx, ports }: Work, { id: linkId, plantId, expiresAt }: OpenLink) => {
  const counts = await countByPlan(tx, plantId)
  const pathOf = (fileId: string) => ports.fileLinks.signShared({ linkId, fileId, until: expiresAt })
  return (await listFloorPlans(tx, plantId)).flatMap(({ plan: { id, name }, drawing, small, large }) =>
    drawing.state === 'ready' && small && large
      ? {
          id,
          name,
          drawingAt: drawing.sentAt.toISOString(),
          lamps: counts.get(id)?.lamps ?? 0,
          small: pathOf(small.id),
          large: pathOf(large.id),
        }
      : [],
  )
}

/** The open inspector's page with this secret; any other secret gets the one refusal. */
export const findInspectorLink = async (
  work: Work<'INSPECTOR_LINK_NOT_FOUND'>,
  secret: string,
  now: Date,
): Promise<OpenLink> =>
  (await findOpenLink(work.tx, hashOfSecret(secret), now)) ?? work.fail('INSPECTOR_LINK_NOT_FOUND')

/** The same, locked until the end of the transaction. */
export const lockInspectorLink = async (
  work: Work<'INSPECTOR_LINK_NOT_FOUND'>,
  secret: string,
  now: Date,
): Promise<OpenLink> =>
  (await lockOpenLink(work.tx, hashOfSecret(secret), now)) ?? work.fail('INSPECTOR_LINK_NOT_FOUND')

export const inspectorHandlers: Pick<Handlers, Names> = {
  getInspectorLinks: async ({ work, input: { plantId } }) => {
    const rows = await inspectorLinks.list(
      work.tx,
      plantId,
      maxOpenInspectorLinksPerPlant + maxListedInspectorLinks.ended,
    )
    return { links: await viewLinks(work.tx, rows, work.now) }
  },
  createInspectorLink,
  revokeInspectorLink: async ({ work, input: { plantId, linkId }, caller }) => {
    const now = work.now
    const revocation = { plantId, id: linkId, at: now, byName: caller.name }
    const row = (await inspectorLinks.revoke(work.tx, revocation)) ?? work.fail('INSPECTOR_LINK_NOT_FOUND')
    await auditLink(work, row)
    work.broadcast({ plant: plantId }, 'inspectorLinks', { plant_id: plantId })
    return { link: await viewLink(work.tx, row, now) }
  },
  getInspectorPage: async ({ work, input: { secret }, deferWrite }) => {
    const now = work.now
    const link = await findInspectorLink(work, secret, now)
    deferWrite(({ tx }) => recordVisit(tx, link.id, now))
    const plant = await findPlant(work.tx, link.plantId)
    const { plantname, street, housenumber, cap, city } = plant
    const historyStart = await findHistoryStart(work.tx, plant.id, now)
    const { types } = work.ports.devices
    const { facts, compliance } = await judgeFacts(work.tx, plant, { at: now, month: null, historyStart, types })
    return {
      plantname,
      address: `${street} ${housenumber}, ${cap} ${city}`,
      compliance,
      inspection: {
        ...inspectDevices(facts),
        ...(await readDocuments(work.tx, plant, facts, now)),
        floorPlans: await readPlans(work, link),
      },
      openedAt: now.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    }
  },
}
