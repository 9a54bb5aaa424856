import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import { computePresentState } from '@vigilux/contract/features/compliance/present.rules.ts'
import { lampSafety } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findLinks, isConnected, listUnitRows } from '../central-units/index.ts'
import { listLampFacts } from './lamp-facts.store.ts'

/** Present state of a plant's emergency lamps and units. */
export const readPresent = async (tx: Tx, plantId: string, now: Date): Promise<PresentState> => {
  const units = (await listUnitRows(tx, [plantId])).filter(({ acquired }) => acquired)
  const links = await findLinks(
    tx,
    units.map(({ unit }) => unit),
  )
  const online = new Set(units.filter((row) => isConnected(row, links.get(row.unit))).map(({ unit }) => unit))
  const lamps = (await listLampFacts(tx, plantId, now, false)).map((row) =>
    lampSafety({
      unitIsConnected: online.has(row.cu),
      mode: row.mode,
      modeSince: new Date(row.mode_since).toISOString(),
      reported: row.reported,
      found: row.found,
      faultsSince: null,
      failedTests: [],
    }),
  )
  return computePresentState(
    lamps,
    units.map(({ unit }) => ({ online: online.has(unit) })),
  )
}
