import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { measuredBoundOf } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import { typesOfList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { maxChangesPerAnswer } from '@vigilux/contract/features/lamps/lamp-change.ts'
import type { lampActions } from '@vigilux/contract/features/lamps/lamps.actions.ts'
import { type SurveyedLamp, surveyParams } from '@vigilux/contract/features/lamps/param-survey.rules.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import {
  type CentralUnitRow,
  findLinks,
  findUnit,
  listUnitRows,
  refuseLongName,
  requireAcquiredUnit,
  requireEnabledUnit,
} from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { beginBundle, findBundle, type StepDraft } from '../operations/index.ts'
import { findHistoryStart, findTier } from '../plants/index.ts'
import { auditLamp } from './audit-lamps.ts'
import { listChanges } from './lamp-changes.store.ts'
import { detailOf, paramSteps, refuseParams, withParams } from './lamp-params.ts'
import { countLamps, findLamps, listLamps, toLamp } from './lamps.store.ts'
import { refuseUnknownLamps } from './refuse-unknown-lamps.ts'
import { listLastResults } from './results.store.ts'
import { lampAt, writeLampTexts } from './write-lamp-texts.ts'

const viewLamp = async (work: Work<'LAMP_NOT_FOUND'>, plantId: string, topic: string, addr: number) => {
  const { unit, shown: listedLamp } = await lampAt(work, plantId, topic, addr)
  const links = await findLinks(work.tx, [topic])
  const reported_product_code = listedLamp.reportedProduct
  const uv_ends_at = listedLamp.row.uvEndsAt?.toISOString() ?? null
  const { notesBy: writer, notesAt: at } = listedLamp
  const notes_written = listedLamp.notes && writer !== null && at ? { by: writer, at: at.toISOString() } : null
  const lampDetails = { detail: detailOf(listedLamp.row), notes_written, uv_ends_at, reported_product_code }
  return { unit, lamp: toLamp(listedLamp, links.get(topic)), ...lampDetails }
}

/** The named lamps of the plant's units, for the survey of their parameters. */
const surveyLamps = async (
  work: Work<'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'>,
  plantId: string,
  topic: string,
  addrs: readonly number[],
): Promise<SurveyedLamp[]> => {
  const unit = (await findUnit(work.tx, plantId, { topic })) ?? work.fail('UNIT_NOT_FOUND')
  const lamps = await refuseUnknownLamps(work, unit.id, addrs)
  return [...new Set(addrs)].flatMap((addr) => {
    const lamp = lamps.get(addr)
    return lamp ? { ...withParams(lamp), cu: topic, id: addr } : []
  })
}

export const lampHandlers: HandlersOf<typeof lampActions> = {
  getLamps: async ({ work, input }) => {
    const units = (await listUnitRows(work.tx, [input.plantId])).filter(
      (row) => input.topic === undefined || row.unit === input.topic,
    )
    if (input.topic !== undefined && units.length === 0) return work.fail('UNIT_NOT_FOUND')
    const unitIds = units.filter((row) => row.acquired).map((row) => row.id)
    if (unitIds.length === 0) return { lamps: [], total: 0, next: null }
    const filter = { unitIds, types: typesOfList[input.devicesType], after: input.after, limit: input.limit }
    const links = await findLinks(
      work.tx,
      units.map((row) => row.unit),
    )
    const lamps = (await listLamps(work.tx, filter)).map((row) => toLamp(row, links.get(row.unit)))
    const last = lamps.length === input.limit ? lamps.at(-1) : undefined
    return { lamps, total: await countLamps(work.tx, filter), next: last ? { cu: last.cu, id: last.id } : null }
  },
  getLamp: async ({ work, input }) => {
    const { unit, lamp, ...lampDetails } = await viewLamp(work, input.plantId, input.topic, input.addr)
    const isBasic = (await findTier(work.tx, input.plantId, work.now)) === 'basic'
    const facts = work.ports.devices.types[unit.cuType]?.facts ?? { durationSteps: null }
    const lastResults = await listLastResults(work.tx, unit.id, lamp.serial, isBasic)
    const results = lastResults.map(({ measuredS, ratedMin, ...one }) => {
      const bound = measuredBoundOf({ result: one.result, measured_s: measuredS, rated_min: ratedMin }, facts)
      return bound ? { ...one, measured_bound: bound } : one
    })
    const lastAutonomy = results.find((one) => one.kind === 'autonomy' && one.measured_min !== null)
    return { lamp: { ...lamp, measured_autonomy: lastAutonomy?.measured_min ?? null }, ...lampDetails, results }
  },
  getLampHistory: async ({ work, input }) => {
    const { unit, shown: listedLamp } = await lampAt(work, input.plantId, input.topic, input.addr)
    const since = await findHistoryStart(work.tx, input.plantId, work.now)
    const before = input.before === undefined ? undefined : new Date(input.before)
    const place = { centralUnitId: unit.id, addr: listedLamp.row.addr }
    const changes = await listChanges(work.tx, place, { before, since, limit: maxChangesPerAnswer })
    return { changes, next: changes.length === maxChangesPerAnswer ? (changes.at(-1)?.at ?? null) : null }
  },
  saveLampDescription: async ({ input, ...context }) => {
    const { plantId, version } = input
    const { topic, addr, ...texts } = input.lampDescInfo
    return { lamp: await writeLampTexts(context, { plantId, topic, addr, texts, version }) }
  },
  identifyLamp: async ({ input, ...context }) => {
    const { plantId, addr, seconds } = input
    const unit = await requireAcquiredUnit(context.work, plantId, input)
    await lampAt(context.work, plantId, input.topic, addr)
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'identify', lamp: addr, seconds } }),
    }
  },
  identifyLamps: async ({ input, ...context }) => {
    const { plantId, seconds } = input
    const commands: PendingCommand[] = []
    for (const { topic, addr } of input.lamps) {
      const unit = await requireAcquiredUnit(context.work, plantId, { topic })
      await lampAt(context.work, plantId, topic, addr)
      const command = { name: 'identify', lamp: addr, seconds } as const
      commands.push(await requestCommand(context, { plantId, unit, command }))
    }
    return { commands }
  },
  stopIdentifyLamp: async ({ input, ...context }) => {
    const { plantId, addr } = input
    const unit = await requireAcquiredUnit(context.work, plantId, input)
    // Allowed even if the lamp has left the list meanwhile.
    const [listedLamp] = await findLamps(context.work.tx, [{ centralUnitId: unit.id, addr }])
    auditLamp(context.work, listedLamp ?? { unit: unit.unit, row: { addr }, description: null })
    return { command: await requestCommand(context, { plantId, unit, command: { name: 'stop_blink', lamp: addr } }) }
  },
  setLampName: async ({ input, ...context }) => {
    const { plantId, addr, lampName } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    const { shown: listedLamp } = await lampAt(context.work, plantId, input.topic, addr)
    refuseLongName(context.work, unit.cuType, lampName)
    context.work.audit.diff({ name: listedLamp.row.detail?.name }, { name: lampName })
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'setLampName', lamp: addr, lampName } }),
    }
  },
  getLampParams: async ({ work, input }) => {
    const lamps: SurveyedLamp[] = []
    // Group by unit, so a unit named twice gets one command, with each lamp once.
    for (const [topic, targets] of Map.groupBy(input.units, (unit) => unit.topic)) {
      const addrs = targets.flatMap(({ addr }) => addr)
      lamps.push(...(await surveyLamps(work, input.plantId, topic, addrs)))
    }
    return { lamps: lamps.length, params: surveyParams(lamps) }
  },
  setParam: async ({ input, ...context }) => {
    const { plantId, addr, params } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    const { shown: listedLamp } = await lampAt(context.work, plantId, input.topic, addr)
    refuseParams(context.work, [listedLamp.row], { unit: input.topic, params, uvConfirmed: input.uvConfirmed })
    context.work.audit.diff(listedLamp.row.detail?.params ?? null, params)
    return {
      command: await requestCommand(context, { plantId, unit, command: { name: 'setParam', lamp: addr, params } }),
    }
  },
  setMultiParam: async ({ input, ...context }) => {
    const { plantId, bundleId, params, uvConfirmed } = input
    const units: { unit: CentralUnitRow; steps: StepDraft[] }[] = []
    for (const [topic, targets] of Map.groupBy(input.units, (unit) => unit.topic)) {
      const unit = await requireEnabledUnit(context.work, plantId, { topic })
      const addrs = [...new Set(targets.flatMap(({ addr }) => addr))]
      const lamps = await refuseUnknownLamps(context.work, unit.id, addrs)
      refuseParams(
        context.work,
        addrs.flatMap((addr) => lamps.get(addr) ?? []),
        { unit: topic, params, uvConfirmed },
      )
      units.push({ unit, steps: paramSteps(lamps, addrs, params) })
    }
    context.work.audit.diff(null, params)
    const existingOperations = await findBundle(context.work.tx, plantId, bundleId)
    if (existingOperations.length > 0) return { operations: existingOperations }
    return { operations: await beginBundle(context, { plantId, bundleId, kind: 'setParams', units }) }
  },
}
