import { randomUUID } from 'node:crypto'
import type { complianceActions } from '@vigilux/contract/features/compliance/compliance.actions.ts'
import {
  inspectorHours,
  maxListedInspectorLinks,
  maxOpenInspectorLinksPerPlant,
} from '@vigilux/contract/features/compliance/compliance.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { createSecret, hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { findHistoryStart, findPlant, findPlantDay } from '../plants/index.ts'
import {
  countOpenLinks,
  findOpenLink,
  insertLink,
  type LinkRow,
  listLinks,
  recordVisit,
  revokeLink,
  viewLinks,
} from './inspector-links.store.ts'
import { judgePlant } from './judge-plant.ts'

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

const createInspectorLink: Handlers['createInspectorLink'] = async ({ work, input, caller, fail }) => {
  const { plantId } = input
  const now = work.now
  const secret = createSecret()
  // The plant is locked, so the count stays valid until the write.
  if ((await countOpenLinks(work.tx, plantId, now)) >= maxOpenInspectorLinksPerPlant)
    return fail('INSPECTOR_LINK_LIMIT', { limit: maxOpenInspectorLinksPerPlant })
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

export const inspectorHandlers: Pick<Handlers, Names> = {
  getInspectorLinks: async ({ work, input: { plantId } }) => {
    const rows = await listLinks(work.tx, plantId, maxOpenInspectorLinksPerPlant + maxListedInspectorLinks.ended)
    return { links: await viewLinks(work.tx, rows, work.now) }
  },
  createInspectorLink,
  revokeInspectorLink: async ({ work, input: { plantId, linkId }, caller, fail }) => {
    const now = work.now
    const revocation = { plantId, id: linkId, at: now, byName: caller.name }
    const row = (await revokeLink(work.tx, revocation)) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    await auditLink(work, row)
    work.broadcast({ plant: plantId }, 'inspectorLinks', { plant_id: plantId })
    return { link: await viewLink(work.tx, row, now) }
  },
  getInspectorPage: async ({ work, input: { secret }, deferWrite, fail }) => {
    const now = work.now
    const link = (await findOpenLink(work.tx, hashOfSecret(secret), now)) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    deferWrite(({ tx }) => recordVisit(tx, link.id, now))
    const plant = await findPlant(work.tx, link.plantId)
    const { plantname, street, housenumber, cap, city } = plant
    const historyStart = await findHistoryStart(work.tx, plant.id, now)
    return {
      plantname,
      address: `${street} ${housenumber}, ${cap} ${city}`,
      compliance: await judgePlant(work.tx, plant, {
        at: now,
        month: null,
        historyStart,
        types: work.ports.devices.types,
      }),
      openedAt: now.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    }
  },
}
