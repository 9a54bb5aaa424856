import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import type { z } from 'zod'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findUnit } from '../central-units/index.ts'
import { plantZones } from '../plants/index.ts'
import {
  type AskedLamps,
  asideOf,
  keptSums,
  lampsOfZone,
  meteredUnits,
  serialAt,
  unitsOfPlant,
} from './asked-energy.store.ts'
import { type Part, partsOf, type Span, spanOf, yearBefore } from './periods.ts'
import { seriesOf, standOf } from './read-energy.ts'

type Whose = z.output<(typeof energyActions)['getEnergy']['input']>['of']

/** The lamps that are asked about. */
const askedLamps = async (tx: Tx, plantId: string, of: Whose): Promise<AskedLamps> => {
  if (of.kind === 'plant') return unitsOfPlant(tx, plantId)
  if (of.kind === 'zone') return (await lampsOfZone(tx, plantId, of.zoneId)) ?? fail('ZONE_NOT_FOUND')
  const unit = (await findUnit(tx, plantId, { topic: of.topic })) ?? fail('UNIT_NOT_FOUND')
  if (of.kind === 'unit') return new Map([[unit.id, null]])
  const serial = (await serialAt(tx, unit.id, of.addr)) ?? fail('LAMP_NOT_FOUND')
  return new Map([[unit.id, new Set([serial])]])
}

export const energyHandlers: HandlersOf<typeof energyActions> = {
  getEnergy: async ({ input: { plantId, of, period, date, step }, tx, ports }) => {
    const now = ports.clock.now()
    const timezone = (await plantZones(tx, [plantId])).get(plantId) ?? 'UTC'
    const asked = await askedLamps(tx, plantId, of)
    const units = await meteredUnits(tx, asked)
    const read = async (span: Span) => {
      const parts: Part[] = partsOf(span, step, timezone)
      return seriesOf({ parts, span, kept: await keptSums(tx, asked, parts), units, now })
    }
    const span = spanOf(period, date ?? dayIn(now, timezone))
    return {
      timezone,
      ...(await read(span)),
      lastYear: await read(yearBefore(period, span)),
      ...standOf(units, now),
      setAside: await asideOf(tx, asked),
    }
  },
}
