import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/event-buffer.ts'
import { type DeviceList, isInList, keyOfLamp } from './lamp-lists.ts'

type LampsAnswer = ActionOutput<'getLamps'>

/** The list with the told lamps in place of their former selves; new ones at the end, strangers to the list left out. */
export function withLamps(answer: LampsAnswer, told: readonly Lamp[], list: DeviceList): LampsAnswer {
  const fresh = new Map(told.filter((lamp) => isInList(lamp, list)).map((lamp) => [keyOfLamp(lamp), lamp]))
  if (fresh.size === 0) return answer
  const lamps = answer.lamps.map((lamp) => {
    const next = fresh.get(keyOfLamp(lamp))
    fresh.delete(keyOfLamp(lamp))
    return next ?? lamp
  })
  return { ...answer, lamps: [...lamps, ...fresh.values()], total: answer.total + fresh.size }
}

/** The list after a unit fell silent or reported again: the lamps of a silent unit are offline, never OK. */
export function withConnection(answer: LampsAnswer, cu: string, connected: boolean): LampsAnswer {
  let changed = false
  const lamps = answer.lamps.map((lamp) => {
    if (lamp.cu !== cu) return lamp
    const condition = conditionOf(lamp, connected)
    if (condition === lamp.condition) return lamp
    changed = true
    return { ...lamp, condition }
  })
  return changed ? { ...answer, lamps } : answer
}

function putLamps(cache: CachePatcher, plantId: string, told: readonly Lamp[]): void {
  for (const list of ['all', 'emergency', 'lighting', 'other'] as const)
    cache.update(
      'getLamps',
      (input) => input.plantId === plantId && (input.devicesType ?? 'all') === list && input.cuId === undefined,
      (answer) => withLamps(answer, told, list),
    )
  for (const lamp of told)
    cache.update(
      'getLamp',
      (input) => input.plantId === plantId && input.topic === lamp.cu && input.addr === lamp.id,
      (answer) => ({ ...answer, lamp: { ...lamp, measured_autonomy: answer.lamp.measured_autonomy } }),
    )
  // What only the detail holds is read again where a told lamp is open.
  const keys = new Set(told.map(keyOfLamp))
  cache.refetch(
    'getLamp',
    (input) => input.plantId === plantId && keys.has(keyOfLamp({ cu: input.topic, id: input.addr })),
  )
}

export const lampPatches: RealtimePatches = {
  lamps: (cache, { plant_id, lamps }) => putLamps(cache, plant_id, lamps),
  saveLampDescription: (cache, { plant_id, lamp }) => putLamps(cache, plant_id, [lamp]),
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getLamps', (input) => input.plantId === plant_id),
  removeCu: (cache, { plant_id }) => cache.refetch('getLamps', (input) => input.plantId === plant_id),
  keepalive: (cache, { plant_id, cu_type, cu_id, cu_connected }) =>
    cache.update(
      'getLamps',
      (input) => input.plantId === plant_id,
      (answer) => withConnection(answer, `${cu_type}_${cu_id}`, cu_connected),
    ),
  ftest: (cache, { plant_id, test }) => {
    if (test.state === 'requested' || test.state === 'running') return
    cache.refetch('getLamp', (input) => input.plantId === plant_id && input.topic === test.cu)
  },
}
