import { randomUUID } from 'node:crypto'
import type { complianceActions } from '@vigilux/contract/features/compliance/compliance.actions.ts'
import {
  inspectorHours,
  listedInspectorLinks,
  openInspectorLinksPerPlant,
} from '@vigilux/contract/features/compliance/compliance.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { hashOfSecret, newSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findHistoryStart, findPlant, plantDay } from '../plants/index.ts'
import {
  countOpenLinks,
  findOpenLink,
  insertLink,
  type LinkRow,
  listLinks,
  noteVisit,
  revokeLink,
  viewLinks,
} from './inspector-links.store.ts'
import { judgePlant } from './judge-plant.ts'

type Handlers = HandlersOf<typeof complianceActions>
type Names = 'getInspectorLinks' | 'createInspectorLink' | 'revokeInspectorLink' | 'getInspectorPage'

const hourMs = 3_600_000

/** A page is named by the day on which it was opened: its secret opens it. */
const aboutLink = async (tx: Tx, { id, plantId, madeAt }: LinkRow): Promise<void> =>
  about(tx, { kind: 'report', id, name: await plantDay(tx, plantId, madeAt) })

const viewLink = async (tx: Tx, row: LinkRow, now: Date) => {
  const [link] = await viewLinks(tx, [row], now)
  if (!link) throw new Error("an inspector's page cannot be shown")
  return link
}

const createInspectorLink: Handlers['createInspectorLink'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const { plantId } = input
  const now = ports.clock.now()
  const secret = newSecret()
  // The plant is locked: what is counted stays true until it is written.
  if ((await countOpenLinks(tx, plantId, now)) >= openInspectorLinksPerPlant)
    return fail('INSPECTOR_LINK_LIMIT', { limit: openInspectorLinksPerPlant })
  const row = await insertLink(tx, {
    ...{ id: randomUUID(), plantId, secretHash: hashOfSecret(secret), madeBy: caller.userId, madeByName: caller.name },
    ...{ madeAt: now, expiresAt: new Date(now.getTime() + inspectorHours * hourMs) },
  })
  await aboutLink(tx, row)
  changed(tx, null, { hours: inspectorHours })
  announce({ plant: plantId }, 'inspectorLinks', { plant_id: plantId })
  return { link: await viewLink(tx, row, now), secret }
}

export const inspectorHandlers: Pick<Handlers, Names> = {
  getInspectorLinks: async ({ input: { plantId }, tx, ports }) => {
    const rows = await listLinks(tx, plantId, openInspectorLinksPerPlant + listedInspectorLinks.ended)
    return { links: await viewLinks(tx, rows, ports.clock.now()) }
  },
  createInspectorLink,
  revokeInspectorLink: async ({ input: { plantId, linkId }, caller, tx, announce, ports, fail }) => {
    const now = ports.clock.now()
    const ended = { plantId, id: linkId, at: now, byName: caller.name }
    const row = (await revokeLink(tx, ended)) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    await aboutLink(tx, row)
    announce({ plant: plantId }, 'inspectorLinks', { plant_id: plantId })
    return { link: await viewLink(tx, row, now) }
  },
  getInspectorPage: async ({ input: { secret }, tx, afterwards, ports, fail }) => {
    const now = ports.clock.now()
    const link = (await findOpenLink(tx, hashOfSecret(secret), now)) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    afterwards((later) => noteVisit(later, link.id, now))
    const plant = await findPlant(tx, link.plantId)
    const { plantname, street, housenumber, cap, city } = plant
    const historyStart = await findHistoryStart(tx, plant.id, now)
    return {
      ...{ plantname, address: `${street} ${housenumber}, ${cap} ${city}` },
      compliance: await judgePlant(tx, plant, { at: now, month: null, historyStart, types: ports.devices.types }),
      openedAt: now.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    }
  },
}
