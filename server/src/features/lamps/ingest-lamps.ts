import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { StateNews } from '../../kernel/device-messages.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import { announceUnits, findLinks, findUnit, saveFigures, unitsById } from '../central-units/index.ts'
import type { CommandListener } from '../commands/index.ts'
import { type LampListNews, restartNumbers, saveLampLists } from './lamp-lists.store.ts'
import {
  countByUnit,
  findLamps,
  type LampDetailNews,
  type Place,
  saveLampDetails,
  saveLamps,
  toLamp,
} from './lamps.store.ts'

/** Lamps in one announcement, so that it stays far below the largest packet of a broker. */
const lampsPerEvent = 200

const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.centralUnitId} ${place.addr}`, place])).values(),
]

const detailsOf = (news: StateNews[], units: EnrolledUnits): LampDetailNews[] =>
  news.flatMap(({ unit, lampDetails }) => {
    const row = units.get(unit)
    return row ? lampDetails.map((detail) => ({ centralUnitId: row.id, detail })) : []
  })

const listsOf = (news: StateNews[], units: EnrolledUnits): LampListNews[] =>
  news.flatMap(({ unit, boot, seq, lampList }) => {
    const row = units.get(unit)
    return row && lampList ? [{ centralUnitId: row.id, boot, seq, addrs: lampList }] : []
  })

/** Keeps what units report of their lamps, and the figures that lists show of them. */
export const lampListeners: DeviceListeners = {
  async state(news, context) {
    const { tx, announce, units, now } = context
    const shortened = await saveLampLists(tx, listsOf(news, units))
    const lamps = news.flatMap(({ unit, boot, seq, state }) => {
      const row = units.get(unit)
      return row ? state.lamps.map((lamp) => ({ centralUnitId: row.id, boot, seq, at: now, lamp })) : []
    })
    const saved = lamps.length > 0 ? await saveLamps(tx, lamps) : []
    const detailed = await saveLampDetails(tx, detailsOf(news, units))
    const recounted = new Set(saved.filter((one) => one.countsAnew).map((one) => one.centralUnitId)).union(shortened)
    await saveFigures(tx, await countByUnit(tx, [...recounted]))
    await announceUnits(tx, announce, await unitsById(tx, [...recounted]), now)
    await announceLamps(distinct([...saved, ...detailed]), shortened, context)
  },
}

/** More lamps of one unit than this in one batch are not told one by one: whoever looks at them fetches them. */
const mostToldOfUnit = 64

/** `shortened`: units from whose list lamps have left, which no lamp's own news would say. */
const announceLamps = async (
  places: Place[],
  shortened: ReadonlySet<string>,
  { tx, announce, units }: ListenerContext,
): Promise<void> => {
  const byUnit = Map.groupBy(places, ({ centralUnitId }) => centralUnitId)
  const isMany = (centralUnitId: string) => (byUnit.get(centralUnitId)?.length ?? 0) > mostToldOfUnit
  for (const { id, unit, plantId } of units.values())
    if (isMany(id) || shortened.has(id)) announce({ plant: plantId }, 'lampsReset', { plant_id: plantId, cu: unit })
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
