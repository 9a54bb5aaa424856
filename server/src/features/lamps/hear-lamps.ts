import type { DeviceListeners, ListenerContext } from '../../kernel/device-inbox.ts'
import type { StateNews } from '../../kernel/device-messages.ts'
import {
  acquiredUnits,
  announceUnits,
  findLinks,
  saveFigures,
  type UnitHead,
  unitsById,
} from '../central-units/index.ts'
import {
  countByUnit,
  findLamps,
  forgetLampsBefore,
  type LampDetailNews,
  type Place,
  saveLampDetails,
  saveLamps,
  toLamp,
} from './lamps.store.ts'

/** Lamps in one announcement, so that it stays far below the largest packet of a broker. */
const lampsPerTelling = 200

/** A list that begins anew: what browsers hold of it is void. */
const beginAnew = async (news: StateNews[], units: Map<string, UnitHead>, { tx, announce }: ListenerContext) => {
  for (const { unit, boot, seq, state } of news) {
    const row = units.get(unit)
    if (!row || !state.resetsLamps) continue
    await forgetLampsBefore(tx, row.id, boot, seq)
    announce({ plant: row.plantId }, 'lampsReset', { plant_id: row.plantId, cu: unit })
  }
}

const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.centralUnitId} ${place.addr}`, place])).values(),
]

const detailsOf = (news: StateNews[], units: Map<string, UnitHead>): LampDetailNews[] =>
  news.flatMap(({ unit, lampDetails }) => {
    const row = units.get(unit)
    return row ? lampDetails.map((detail) => ({ centralUnitId: row.id, detail })) : []
  })

/** Keeps what units report of their lamps, and the figures that lists show of them. */
export const lampListeners: DeviceListeners = {
  async state(news, context) {
    const { tx, announce, now } = context
    const units = await acquiredUnits(tx, [...new Set(news.map((one) => one.unit))])
    if (units.size === 0) return
    await beginAnew(news, units, context)
    const lamps = news.flatMap(({ unit, boot, seq, state }) => {
      const row = units.get(unit)
      return row ? state.lamps.map((lamp) => ({ centralUnitId: row.id, boot, seq, at: now, lamp })) : []
    })
    const saved = lamps.length > 0 ? await saveLamps(tx, lamps) : []
    const detailed = await saveLampDetails(tx, detailsOf(news, units))
    const recounted = new Set(saved.filter((one) => one.countsAnew).map((one) => one.centralUnitId))
    for (const one of news) if (one.state.resetsLamps) recounted.add(units.get(one.unit)?.id ?? '')
    recounted.delete('')
    await saveFigures(tx, await countByUnit(tx, [...recounted]))
    await announceUnits(tx, announce, await unitsById(tx, [...recounted]), now)
    const shown = await findLamps(tx, distinct([...saved, ...detailed]))
    const links = await findLinks(tx, [...units.keys()])
    for (const [unit, row] of units) {
      const changed = shown.filter((one) => one.unit === unit).map((one) => toLamp(one, links.get(unit)))
      for (let start = 0; start < changed.length; start += lampsPerTelling) {
        const lamps = changed.slice(start, start + lampsPerTelling)
        announce({ plant: row.plantId }, 'lamps', { plant_id: row.plantId, lamps })
      }
    }
  },
}
