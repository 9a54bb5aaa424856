import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { StateNews } from '../../kernel/device-messages.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import { announceUnits, findLinks, findUnit, saveFigures, unitsById } from '../central-units/index.ts'
import type { CommandListener } from '../commands/index.ts'
import {
  countByUnit,
  findLamps,
  forgetLampsBefore,
  type LampDetailNews,
  type Place,
  restartNumbers,
  saveLampDetails,
  saveLamps,
  toLamp,
} from './lamps.store.ts'

/** Lamps in one announcement, so that it stays far below the largest packet of a broker. */
const lampsPerEvent = 200

/** A list that begins anew: what browsers hold of it is void. */
const beginAnew = async (news: StateNews[], { tx, announce, units }: ListenerContext) => {
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

const detailsOf = (news: StateNews[], units: EnrolledUnits): LampDetailNews[] =>
  news.flatMap(({ unit, lampDetails }) => {
    const row = units.get(unit)
    return row ? lampDetails.map((detail) => ({ centralUnitId: row.id, detail })) : []
  })

/** Keeps what units report of their lamps, and the figures that lists show of them. */
export const lampListeners: DeviceListeners = {
  async state(news, context) {
    const { tx, announce, units, now } = context
    await beginAnew(news, context)
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
    await announceLamps(distinct([...saved, ...detailed]), context)
  },
}

/** More lamps of one unit than this in one batch are not told one by one: whoever looks at them fetches them. */
const mostToldOfUnit = 64

const announceLamps = async (places: Place[], { tx, announce, units }: ListenerContext): Promise<void> => {
  const byUnit = Map.groupBy(places, ({ centralUnitId }) => centralUnitId)
  const isMany = (centralUnitId: string) => (byUnit.get(centralUnitId)?.length ?? 0) > mostToldOfUnit
  for (const { id, unit, plantId } of units.values())
    if (isMany(id)) announce({ plant: plantId }, 'lampsReset', { plant_id: plantId, cu: unit })
  const shown = await findLamps(
    tx,
    places.filter(({ centralUnitId }) => !isMany(centralUnitId)),
  )
  const links = await findLinks(tx, [...new Set(shown.map(({ unit }) => unit))])
  const byPlant = Map.groupBy(shown, ({ unit }) => units.get(unit)?.plantId ?? '')
  for (const [plantId, members] of byPlant) {
    for (let start = 0; start < members.length; start += lampsPerEvent) {
      const lamps = members.slice(start, start + lampsPerEvent).map((one) => toLamp(one, links.get(one.unit)))
      announce({ plant: plantId }, 'lamps', { plant_id: plantId, lamps })
    }
  }
}

/** A unit that was enrolled counts its messages from 0: its next report of a lamp is newer than any before. */
export const numberLampsAnew: CommandListener = async (row, { tx }) => {
  if (row.state !== 'done') return
  const unit = await findUnit(tx, row.plantId, { topic: row.unit })
  if (unit?.acquired) await restartNumbers(tx, unit.id)
}
