import { randomUUID } from 'node:crypto'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { findCaller, findUserByEmail } from '../features/accounts/index.ts'
import { acquiredUnits, type CentralUnitRow, findLinks } from '../features/central-units/index.ts'
import { listLamps, saveLampNote, toLamp } from '../features/lamps/index.ts'
import { collectAnnouncements } from '../kernel/announce.ts'
import type { Log } from '../kernel/log.ts'
import { repeat } from '../kernel/repeat.ts'
import type { Product } from '../product.ts'
import { demoAccounts, demoEmail } from './demo-accounts.ts'
import { nameOfLamp } from './demo-names.ts'
import type { DemoUnit } from './estate-file.ts'

const lookEveryMs = 1_000
/** Lamps in one announcement: those of a full unit together are larger than a packet may be. */
const lampsPerEvent = 200
/** Plants in which somebody has tested lately. */
const testedPlants = new Set(['hospital', 'hotel'])

/** A unit as the estate describes it, where it is in a plant. */
type Placed = DemoUnit & Pick<CentralUnitRow, 'id' | 'plantId' | 'unit'>

/** Writes names on lamps on which nobody has written yet. False until the unit has told of all its lamps. */
const nameLamps = async (product: Product, unit: Placed): Promise<boolean> => {
  const filter = { unitIds: [unit.id], types: null, after: undefined, limit: unit.lamps }
  const lamps = await listLamps(product.database.db, filter)
  if (lamps.length < unit.lamps) return false
  if (lamps.some(({ description }) => description !== null)) return true
  const named = lamps.flatMap((shown) => {
    const name = nameOfLamp(unit.plant ?? '', shown.row.addr)
    return name ? [{ ...shown, ...name }] : []
  })
  const { announce, collected } = collectAnnouncements()
  await product.inTransaction(async (tx) => {
    collected.length = 0
    for (const { row, description, location } of named)
      await saveLampNote(tx, { centralUnitId: unit.id, serial: row.serial, description, location })
    const link = (await findLinks(tx, [unit.unit])).get(unit.unit)
    const news = named.map((shown) => toLamp(shown, link))
    for (let start = 0; start < news.length; start += lampsPerEvent) {
      const lamps = news.slice(start, start + lampsPerEvent)
      announce({ plant: unit.plantId }, 'lamps', { plant_id: unit.plantId, lamps })
    }
  })
  product.deliver(collected)
  return true
}

/** Asks the unit for a functional test as the installer would, unless the plant has seen one. */
const testOnce = async (product: Product, { plantId, unit: topic }: Placed): Promise<void> => {
  const { db } = product.database
  const [installer] = demoAccounts
  const user = installer && (await findUserByEmail(db, demoEmail(installer)))
  const caller = user && (await findCaller(db, user.id, 'demo'))
  if (!caller) return
  const ask = (action: string, input: object) => product.dispatch({ action, input, caller, requestId: randomUUID() })
  const { total } = (await ask('getTests', { plantId })) as { total: number }
  if (total === 0) await ask('ftest', { plantId, topic, addr: [], kind: 'functional' })
}

/** Once the units have told of their lamps: names on them, and a first test. What is there already is left alone. */
export const prepareDemo = async (product: Product, estate: readonly DemoUnit[], log: Log) => {
  const topicOf = ({ type, serial }: DemoUnit) => unitId(type, serial)
  const rows = await acquiredUnits(product.database.db, estate.filter(({ enrolled }) => enrolled).map(topicOf))
  const waiting = new Set(
    estate.flatMap((described): Placed[] => {
      const row = rows.get(topicOf(described))
      return row ? [{ ...described, id: row.id, plantId: row.plantId, unit: row.unit }] : []
    }),
  )
  const tested = new Set<string>()
  const preparing = repeat(lookEveryMs, log, async () => {
    for (const unit of waiting) {
      if (!(await nameLamps(product, unit))) continue
      if (testedPlants.has(unit.plant ?? '') && !tested.has(unit.plantId)) {
        tested.add(unit.plantId)
        await testOnce(product, unit)
      }
      waiting.delete(unit)
    }
  })
  preparing.start()
  return preparing
}
