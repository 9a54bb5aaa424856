import type { RegisterContext } from '../../kernel/device-listeners.ts'
import type { DeviceNews } from '../../kernel/device-messages.ts'
import type { EnrolledUnits, UnitRegister } from '../../kernel/unit-register.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { announceUnits } from './ingest-units.ts'
import { adoptLives, lockEnrolled, markStrangers, type SeenLife } from './unit-lives.store.ts'

/** A unit says by a birth that it lives this life now. What the broker kept, and what was long on its way, say what was. */
const isBirth = ({ channel, news, retained }: DeviceNews): boolean => !retained && channel === 'online' && news.online

/** The last life of each unit among these messages, where it is not that of its row. */
const otherLives = (items: readonly DeviceNews[], units: EnrolledUnits): SeenLife[] => {
  const seen = new Map<string, SeenLife>()
  for (const { news } of items) {
    const known = units.get(news.unit)
    if (known && known.life !== news.life) seen.set(known.id, { id: known.id, life: news.life })
  }
  return [...seen.values()]
}

export const unitRegister: UnitRegister<RegisterContext> = {
  async find(items, { work }) {
    const ids = [...new Set(items.map(({ news }) => news.unit))]
    const units = new Map((await lockEnrolled(work.tx, ids)).map((row) => [row.unit, row]))
    const unbound = new Map([...units].filter(([, { life }]) => life === null))
    const live = items.filter((item) => !item.retained && (item.channel !== 'online' || item.news.online))
    const adopted = new Map((await adoptLives(work, otherLives(live, unbound))).map(({ id, life }) => [id, life]))
    for (const [unit, row] of unbound) units.set(unit, { ...row, life: adopted.get(row.id) ?? null })
    return units
  },
  async noticeStrangers(items, units, { work }) {
    const rows = await markStrangers(work, otherLives(items.filter(isBirth), units))
    addEntries(
      work,
      rows.map(({ id: centralUnitId, plantId, unit, strangerLife: life }) =>
        entryOfUnit({ kind: 'unitStranger', plantId, centralUnitId, unit, life, at: work.now, by: null }),
      ),
    )
    await announceUnits(work, rows)
  },
}
