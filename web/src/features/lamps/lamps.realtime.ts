import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'
import { type DeviceList, isInList, keyOfLamp } from './lamp-lists.ts'

type LampsAnswer = ActionOutput<'getLamps'>

/** Index of each lamp in a list: computed once, and passed from one version of the list to the next. */
const placesOf = new WeakMap<readonly Lamp[], Map<string, number>>()

function indexById(lamps: readonly Lamp[]): Map<string, number> {
  const places = placesOf.get(lamps) ?? new Map(lamps.map((lamp, at) => [keyOfLamp(lamp), at]))
  placesOf.set(lamps, places)
  return places
}

/** The list with updated lamps; new ones are appended, lamps of other lists left out. */
export function mergeLamps(answer: LampsAnswer, updatedLamps: readonly Lamp[], list: DeviceList): LampsAnswer {
  const updatedByKey = new Map(
    updatedLamps.filter((lamp) => isInList(lamp, list)).map((lamp) => [keyOfLamp(lamp), lamp]),
  )
  if (updatedByKey.size === 0) return answer
  const indexes = indexById(answer.lamps)
  const hasNewLamps = [...updatedByKey.keys()].some((key) => !indexes.has(key))
  const places = hasNewLamps ? new Map(indexes) : indexes
  const lamps = [...answer.lamps]
  for (const [key, lamp] of updatedByKey) {
    const at = places.get(key) ?? lamps.length
    places.set(key, at)
    lamps[at] = lamp
  }
  placesOf.set(lamps, places)
  // While the list loads, its total includes lamps not yet loaded.
  const addedCount = lamps.length - answer.lamps.length
  return { ...answer, lamps, total: answer.next ? answer.total : answer.total + addedCount }
}

/** The list after a unit fell silent or reported again: the lamps of a silent unit are offline, never OK. */
export function applyConnection(answer: LampsAnswer, cu: string, connected: boolean): LampsAnswer {
  let changed = false
  const places = indexById(answer.lamps)
  const lamps = answer.lamps.map((lamp) => {
    if (lamp.cu !== cu) return lamp
    const condition = conditionOf(lamp, connected)
    if (condition === lamp.condition) return lamp
    changed = true
    return { ...lamp, condition }
  })
  if (!changed) return answer
  placesOf.set(lamps, places)
  return { ...answer, lamps }
}

function upsertLamps(cache: CachePatcher, plantId: string, updatedLamps: readonly Lamp[]): void {
  for (const list of ['all', 'emergency', 'lighting', 'other'] as const)
    cache.update(
      'getLamps',
      (input) => input.plantId === plantId && (input.devicesType ?? 'all') === list && input.topic === undefined,
      (answer) => mergeLamps(answer, updatedLamps, list),
    )
  const byKey = new Map(updatedLamps.map((lamp) => [keyOfLamp(lamp), lamp]))
  const isThisLamp = (input: { plantId: string; topic: string; addr: number }) =>
    input.plantId === plantId && byKey.has(keyOfLamp({ cu: input.topic, id: input.addr }))
  cache.update('getLamp', isThisLamp, (answer) => {
    const lamp = byKey.get(keyOfLamp(answer.lamp))
    return lamp ? { ...answer, lamp: { ...lamp, measured_autonomy: answer.lamp.measured_autonomy } } : answer
  })
  // Refetch the detail of an updated lamp while it is open.
  cache.refetch('getLamp', isThisLamp)
  cache.refetch('getLampHistory', isThisLamp)
}

export const lampPatches: RealtimePatches = {
  lamps: (cache, { plant_id, lamps }) => upsertLamps(cache, plant_id, lamps),
  saveLampDescription: (cache, { plant_id, lamp }) => upsertLamps(cache, plant_id, [lamp]),
  saveLampTexts: (cache, { plant_id, lamps }) => {
    if (lamps) return upsertLamps(cache, plant_id, lamps)
    cache.refetchSpread('getLamps', (input) => input.plantId === plant_id)
    cache.refetch('getLamp', (input) => input.plantId === plant_id)
  },
  lampsReset: (cache, { plant_id, cu }) => {
    cache.refetchSpread('getLamps', (input) => input.plantId === plant_id)
    const isOfUnit = (input: { plantId: string; topic: string }) => input.plantId === plant_id && input.topic === cu
    cache.refetch('getLamp', isOfUnit)
    cache.refetch('getLampHistory', isOfUnit)
  },
  removeCu: (cache, { plant_id }) => cache.refetch('getLamps', (input) => input.plantId === plant_id),
  keepalive: (cache, { plant_id, cu_type, cu_id, cu_connected }) =>
    cache.update(
      'getLamps',
      (input) => input.plantId === plant_id,
      (answer) => applyConnection(answer, `${cu_type}_${cu_id}`, cu_connected),
    ),
  ftest: (cache, { plant_id, test }) => {
    if (test.state === 'requested' || test.state === 'running') return
    cache.refetch('getLamp', (input) => input.plantId === plant_id && input.topic === test.cu)
    if (test.kind === 'autonomy') cache.refetch('getAutonomyResults', (input) => input.plantId === plant_id)
  },
}
