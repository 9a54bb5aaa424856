import { addrAt, groupByPage } from '@vigilux/contract/features/groups/group.rules.ts'
import type { LampParamName, LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import {
  findUnsupportedParam,
  type LampWithParams,
  lightsUvTube,
  reportedParams,
  withoutUvLight,
} from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { Work } from '../../kernel/work.ts'
import type { StepDraft } from '../operations/index.ts'
import type { LampRow } from './lamps.store.ts'

/** A lamp as the parameter rules see it. */
export const withParams = ({ productCode, detail }: LampRow): LampWithParams => ({
  product_code: productCode,
  params: detail?.params ?? {},
  allows: detail?.allows,
})

/** A lamp's detail, without the parameters its type lacks. */
export const detailOf = (lamp: LampRow): LampRow['detail'] =>
  lamp.detail && { ...lamp.detail, params: reportedParams(withParams(lamp)) }

/** Refuses parameters or values not accepted by one of the lamps, naming lamp and parameter. */
const refuseForeignParams = (
  work: Work<'PARAMETER_NOT_SUPPORTED'>,
  unit: string,
  lamps: Iterable<LampRow>,
  params: LampParams,
): void => {
  for (const lamp of lamps) {
    const parameter = findUnsupportedParam(withParams(lamp), params)
    if (parameter) work.fail('PARAMETER_NOT_SUPPORTED', { cu: unit, lamp: lamp.addr, serial: lamp.serial, parameter })
  }
}

type RequestedParams = { unit: string; params: LampParams; uvConfirmed?: true | undefined }

/**
 * Refuses parameters not accepted by one of the lamps, an autonomy not offered by the operator, and unconfirmed UV
 * light.
 */
export const refuseParams = (
  work: Work<'INVALID_INPUT' | 'PARAMETER_NOT_SUPPORTED' | 'UV_NOT_CONFIRMED'>,
  lamps: Iterable<LampRow>,
  { unit, params, uvConfirmed }: RequestedParams,
): void => {
  const hours = work.ports.settings.limits.autonomyHours
  if (params.autonomy !== undefined && !hours.includes(params.autonomy))
    work.fail('INVALID_INPUT', { fields: [{ path: 'params.autonomy', code: 'autonomy_hours' }] })
  refuseForeignParams(work, unit, lamps, params)
  if (lightsUvTube(params) && !uvConfirmed) work.fail('UV_NOT_CONFIRMED')
}

/** The lamp's current values of the parameters to change; undo never lights a UV tube. */
const currentValues = (lamp: LampRow | undefined, params: LampParams): LampParams => {
  const now = lamp?.detail?.params ?? {}
  const names = Object.keys(params) as LampParamName[]
  const values: LampParams = Object.fromEntries(
    names.filter((name) => now[name] !== undefined).map((name) => [name, now[name]]),
  )
  return withoutUvLight(values)
}

/** Commands for parameters of lamps, one per page and equal values. */
export const paramCommands = (requestedParams: readonly { addr: number; params: LampParams }[]): UnitCommand[] => {
  const lampsByParams = Map.groupBy(
    requestedParams.filter(({ params }) => Object.keys(params).length > 0),
    ({ params }) => JSON.stringify(params),
  )
  return [...lampsByParams.values()].flatMap((members) => {
    const params = members[0]?.params ?? {}
    return groupByPage(members.map(({ addr }) => addr)).map(
      ({ page, indexes }): UnitCommand => ({ name: 'setMultiParam', page, indexes, params }),
    )
  })
}

/** One step per page; undo restores the lamps' current values. */
export const paramSteps = (
  lamps: ReadonlyMap<number, LampRow>,
  addrs: readonly number[],
  params: LampParams,
): StepDraft[] =>
  groupByPage(addrs).map(({ page, indexes }) => {
    const members = indexes.map((index) => addrAt(page, index))
    return {
      role: 'work',
      command: { name: 'setMultiParam', page, indexes, params },
      undo: paramCommands(members.map((addr) => ({ addr, params: currentValues(lamps.get(addr), params) }))),
      lamps: members,
    }
  })
