import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import { type LampParams, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { findUnsupportedParam } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { VirtualLamp } from './lamp.ts'
import { allowedValuesOf, paramsOf, setParams } from './lamp-measures.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { Orders, UnitParts } from './unit-parts.ts'

/** Listed lamps at these positions of a page. */
const findLamps = ({ context }: UnitParts, page: number, indexes: readonly number[]): VirtualLamp[] =>
  indexes.flatMap((index) => context.list.at(page * lampsPerPage + index) ?? [])

/** Changes the existing lamps and reports them again. */
const changeLamps = (
  { context }: UnitParts,
  lamps: readonly VirtualLamp[],
  action: (lamp: VirtualLamp) => void,
): Answer => {
  if (lamps.length === 0) return refused('NO_LAMPS')
  for (const lamp of lamps) action(lamp)
  context.list.isChanged = true
  context.detailChanged(lamps)
  return done
}

const minuteMs = 60_000

/** Switches the UV tube off after its timer. A tube switched on again later has a newer timer. */
const watchUvTimer = (unit: UnitContext, lamp: VirtualLamp): void => {
  const tube = lamp.uv
  if (!tube?.isOn) return
  unit.pace.after(tube.timerMin * minuteMs, () => {
    if (lamp.uv !== tube) return
    lamp.uv = { ...tube, isOn: false }
    unit.detailChanged([lamp])
  })
}

/** Writes parameters only if all of the lamps support all of them. */
const writeParams = (unit: UnitParts, lamps: readonly VirtualLamp[], params: LampParams): Answer => {
  const supportsParams = (lamp: VirtualLamp) =>
    findUnsupportedParam(
      { product_code: lamp.uv && uvLampProductCode, params: paramsOf(lamp), allows: allowedValuesOf(lamp) },
      params,
    ) === undefined
  if (!lamps.every(supportsParams)) return refused('PARAMETER_NOT_SUPPORTED')
  return changeLamps(unit, lamps, (lamp) => {
    setParams(lamp, params)
    watchUvTimer(unit.context, lamp)
  })
}

const bitOf = (group: number): number => 1 << (group - 1)

const decodeGroups = (payload: string): number[] =>
  Array.from({ length: lampsPerPage }, (_, index) => Number.parseInt(payload.slice(index * 4, index * 4 + 4), 16))

export const lampOrders: Orders<
  'setLampName' | 'setParam' | 'setMultiParam' | 'setGroup' | 'removeGroup' | 'setMultiGroup' | 'setBatch'
> = {
  setLampName: (unit, { lamp: addr, lampName }) => {
    if (lampName.length > unit.context.wire.facts.nameLength) return refused('INVALID_BODY')
    return changeLamps(unit, findLamps(unit, 0, [addr]), (lamp) => {
      lamp.name = lampName
    })
  },
  setParam: (unit, { lamp: addr, params }) => writeParams(unit, findLamps(unit, 0, [addr]), params),
  setMultiParam: (unit, { page, indexes, params }) => writeParams(unit, findLamps(unit, page, indexes), params),
  setGroup: (unit, { page, indexes, group }) =>
    changeLamps(unit, findLamps(unit, page, indexes), (lamp) => {
      lamp.groups |= bitOf(group)
    }),
  removeGroup: (unit, { page, indexes, group }) =>
    changeLamps(unit, findLamps(unit, page, indexes), (lamp) => {
      lamp.groups &= ~bitOf(group)
    }),
  setMultiGroup: ({ batch }, { page, payload }) =>
    batch.keep(page, decodeGroups(payload)) ? done : refused('BATCH_NOT_OPEN'),
  setBatch: (unit, { param }) => {
    if (param === '01') {
      unit.batch.begin()
      return done
    }
    const pages = unit.batch.end()
    if (!pages) return refused('BATCH_NOT_OPEN')
    for (const [page, masks] of pages) writeGroups(unit, page, masks)
    return done
  },
}

const writeGroups = (unit: UnitParts, page: number, masks: readonly number[]): void => {
  const { list } = unit.context
  const changed = masks.flatMap((mask, at) => {
    const lamp = list.at(page * lampsPerPage + at + 1)
    if (!lamp || lamp.groups === mask) return []
    lamp.groups = mask
    return lamp
  })
  if (changed.length === 0) return
  list.isChanged = true
  unit.context.changed(changed)
}
