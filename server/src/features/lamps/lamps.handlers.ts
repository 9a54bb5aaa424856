import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { deviceLists, lampActions } from '@vigilux/contract/features/lamps/lamps.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { acquiredUnitOf, findLinks, findUnit, listUnitRows, refuseLongName } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { beginOperation } from '../operations/index.ts'
import { paramSteps, refuseForeignParams } from './lamp-params.ts'
import { countLamps, findLamps, listLamps, saveLampNote, toLamp } from './lamps.store.ts'
import { refuseUnknownLamps } from './lamps-named.ts'
import { lastResults } from './results.store.ts'

const typesOf: Record<(typeof deviceLists)[number], Lamp['type'][] | null> = {
  all: null,
  emergency: ['emergency'],
  lighting: ['lighting'],
  other: ['sensor', 'io', 'other'],
}

/** Lamps of one answer; the browser asks on from the last. */
const answerLength = 4000

const lampAt = async (tx: Tx, plantId: string, topic: string, addr: number) => {
  const unit = (await findUnit(tx, plantId, { topic })) ?? fail('LAMP_NOT_FOUND')
  const [shown] = await findLamps(tx, [{ centralUnitId: unit.id, addr }])
  return { unit, shown: shown ?? fail('LAMP_NOT_FOUND') }
}

const viewLamp = async (tx: Tx, plantId: string, topic: string, addr: number) => {
  const { unit, shown } = await lampAt(tx, plantId, topic, addr)
  const links = await findLinks(tx, [topic])
  return { unit, lamp: toLamp(shown, links.get(topic)), detail: shown.row.detail }
}

export const lampHandlers: HandlersOf<typeof lampActions> = {
  getLamps: async ({ input, tx, fail }) => {
    const units = (await listUnitRows(tx, [input.plantId])).filter(
      (row) => input.cuId === undefined || (row.cuId === input.cuId && row.cuType === input.cuType),
    )
    if (input.cuId !== undefined && units.length === 0) return fail('UNIT_NOT_FOUND')
    const unitIds = units.filter((row) => row.acquired).map((row) => row.id)
    if (unitIds.length === 0) return { lamps: [], total: 0, next: null }
    const filter = { unitIds, types: typesOf[input.devicesType], after: input.after, limit: answerLength }
    const links = await findLinks(
      tx,
      units.map((row) => row.unit),
    )
    const lamps = (await listLamps(tx, filter)).map((shown) => toLamp(shown, links.get(shown.unit)))
    const last = lamps.length === answerLength ? lamps.at(-1) : undefined
    return { lamps, total: await countLamps(tx, filter), next: last ? { cu: last.cu, id: last.id } : null }
  },
  getLamp: async ({ input, tx }) => {
    const { unit, lamp, detail } = await viewLamp(tx, input.plantId, input.topic, input.addr)
    const results = await lastResults(tx, unit.id, lamp.serial)
    const lastAutonomy = results.find((one) => one.kind === 'autonomy' && one.measured_min !== null)
    return { lamp: { ...lamp, measured_autonomy: lastAutonomy?.measured_min ?? null }, detail, results }
  },
  saveLampDescription: async ({ input, tx, announce }) => {
    const { topic, addr, description, location } = input.lampDescInfo
    const { unit, shown } = await lampAt(tx, input.plantId, topic, addr)
    await saveLampNote(tx, { centralUnitId: unit.id, serial: shown.row.serial, description, location })
    const { lamp } = await viewLamp(tx, input.plantId, topic, addr)
    announce({ plant: input.plantId }, 'saveLampDescription', { plant_id: input.plantId, lamp })
    return { lamp }
  },
  identifyLamp: async ({ input, fail, ...context }) => {
    const { plantId, addr, seconds } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    await lampAt(context.tx, plantId, input.topic, addr)
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'identify', lamp: addr, seconds } }),
    }
  },
  stopIdentifyLamp: async ({ input, fail, ...context }) => {
    const { plantId, addr } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    return { command: await requestCommand(context, { plantId, unit, command: { name: 'stop_blink', lamp: addr } }) }
  },
  setLampName: async ({ input, fail, ...context }) => {
    const { plantId, addr, lampName } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    await lampAt(context.tx, plantId, input.topic, addr)
    refuseLongName(context.ports, unit.cuType, lampName)
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'setLampName', lamp: addr, lampName } }),
    }
  },
  setParam: async ({ input, fail, ...context }) => {
    const { plantId, addr, params } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    const { shown } = await lampAt(context.tx, plantId, input.topic, addr)
    refuseForeignParams([shown.row], params)
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'setParam', lamp: addr, params } }),
    }
  },
  setMultiParam: async ({ input, fail, ...context }) => {
    const { plantId, params } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    const addrs = [...new Set(input.addr)]
    const lamps = await refuseUnknownLamps(context.tx, unit.id, addrs)
    refuseForeignParams(
      addrs.flatMap((addr) => lamps.get(addr) ?? []),
      params,
    )
    const steps = paramSteps(lamps, addrs, params)
    return { operation: await beginOperation(context, { plantId, unit, kind: 'setParams', steps }) }
  },
}
