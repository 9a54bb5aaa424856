import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { unitErrors, unitWarnings } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  lampCountWarnings,
  withoutLampCountWarnings,
} from '@vigilux/contract/features/central-units/lamp-counts.rules.ts'
import { type ReportedLampError, reportedLampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unitWires } from '../../simulator/src/unit-wires.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Every fault and warning of a unit type appears on unit, lamp and plant, and disappears again. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

const reporters = unitWires.map((wire, at) => ({
  cuType: wire.facts.cu_type,
  cuId: `C417${at}E`.slice(-wire.facts.serialDigits),
  errors: wire.unitFaults,
  warnings: withoutLampCountWarnings(wire.unitWarnings),
  claims: wire.unitWarnings.filter((code) => lampCountWarnings.some((one) => one === code)),
  lampErrors: wire.lampFaults,
}))
type Reporter = (typeof reporters)[number]
const topicOf = ({ cuType, cuId }: { cuType: string; cuId: string }) => `${cuType}_${cuId}`

/** Units around the maximum number of lamps of their type. */
const crowdedUnits = [
  { cuType: 'cablecom', cuId: 'C41701', lamps: 32, warnings: [] },
  { cuType: 'cablecom', cuId: 'C41702', lamps: 33, warnings: ['more_than_32_lamps'] },
  { cuType: 'logica', cuId: 'C41703', lamps: 128, warnings: [] },
  { cuType: 'logica', cuId: 'C41704', lamps: 129, warnings: ['more_than_128_lamps'] },
]

beforeAll(async () => {
  const enrolledFields = { enrolled: true, plant: 'hospital' } as const
  product = await startProduct({
    units: [
      ...reporters.map(({ cuType, cuId }, at) => ({
        ...enrolledFields,
        type: cuType,
        serial: cuId,
        lamps: 3,
        seed: at + 31,
      })),
      ...crowdedUnits.map(({ cuType, cuId, lamps }, at) => ({
        ...enrolledFields,
        type: cuType,
        serial: cuId,
        lamps,
        seed: at + 41,
      })),
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const names = ['installer', 'staff', 'readonly', 'owner', 'delegate']
  for (const [at, cuType] of Object.keys(unitTypes).entries())
    readers.set(cuType, await createApiClient(product.url).signIn(names[at % names.length] ?? ''))
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return (
      units.length === reporters.length + crowdedUnits.length &&
      units.every((one) => one.cu_connected && one.lamps.present > 0)
    )
  })
})
afterAll(() => product?.stop())

/** One person per type: all types are read together, beyond the call limit of one account. */
const readers = new Map<string, ApiClient>()
const readerOf = ({ cuType }: { cuType: string }): ApiClient => readers.get(cuType) ?? installer

const unitOf = async ({ cuType, cuId }: { cuType: string; cuId: string }) => {
  const { units } = await readerOf({ cuType }).call('getUnitsDetails', { plantId })
  const unit = units.find((one) => one.cu_type === cuType && one.cu_id === cuId)
  if (!unit) throw new Error(`no unit ${cuType} ${cuId}`)
  return unit
}
const lampsOf = async ({ cuType, cuId }: Reporter) =>
  (await readerOf({ cuType }).call('getLamps', { plantId, topic: topicOf({ cuType, cuId }) })).lamps
const attentionOf = async (reporter: Reporter) =>
  (await readerOf(reporter).call('getPlantDetails', { plantId })).plant.attention.filter(
    ({ cu }) => cu === topicOf(reporter),
  )
const isSameCodes = (reportedCodes: readonly string[], expectedCodes: readonly string[]) =>
  reportedCodes.toSorted().join() === expectedCodes.toSorted().join()

const setFault = (reporter: Reporter, fault: UnitError, isOn: boolean) =>
  product.panel(topicOf(reporter), 'unit-fault', { fault, on: isOn })
const setWarning = (reporter: Reporter, warning: UnitWarning, isOn: boolean) =>
  product.panel(topicOf(reporter), 'unit-fault', { warning, on: isOn })
const setLampFaults = (reporter: Reporter, addr: number, faults: readonly ReportedLampError[]) =>
  product.panel(topicOf(reporter), 'lamp-fault', { addr, faults })

/** The attention of the plant for a unit: condition, code and count of each cause. */
const attentionIs = (reporter: Reporter, expectedCounts: string[]) =>
  pollUntil(`${reporter.cuType} counted: ${expectedCounts.join('; ') || 'nothing'}`, async () =>
    isSameCodes(
      (await attentionOf(reporter)).map(({ condition, code, count }) => `${condition} ${code} ${count}`),
      expectedCounts,
    ),
  )
/** Some faults of each type. */
const pickFaults = ({ cuType, errors: [error], warnings, lampErrors: [first, second, third] }: Reporter) => {
  const warning = warnings.find((code) => code !== 'system_inhibited' && code !== 'no_mains')
  if (!first || !second || !third || !error || !warning) throw new Error(`${cuType} tells too few faults`)
  return { first, second, third, error, warning }
}

const onEveryType = (work: (reporter: Reporter) => Promise<void>) => Promise.all(reporters.map(work))

it('every code of the catalogue has a unit type', () => {
  const collectCodes = (codesOf: (reporter: Reporter) => readonly string[]) => new Set(reporters.flatMap(codesOf))
  expect(unitErrors.filter((code) => !collectCodes(({ errors }) => errors).has(code))).toEqual([])
  const derived = new Set<string>(lampCountWarnings)
  expect(
    unitWarnings.filter((code) => !derived.has(code) && !collectCodes(({ warnings }) => warnings).has(code)),
  ).toEqual([])
  expect(reportedLampErrors.filter((code) => !collectCodes((reporter) => reporter.lampErrors).has(code))).toEqual([])
})

describe('on every unit type that can report it', () => {
  it('an error of the unit appears and clears (CU-23)', () =>
    onEveryType(async (reporter) => {
      for (const code of reporter.errors) {
        await setFault(reporter, code, true)
        await pollUntil(`${reporter.cuType} in ${code}`, async () =>
          isSameCodes((await unitOf(reporter)).errors, [code]),
        )
        await setFault(reporter, code, false)
      }
      await pollUntil(`${reporter.cuType} well again`, async () => (await unitOf(reporter)).errors.length === 0)
    }))

  it('a warning of the unit appears as a warning and clears (CU-24)', () =>
    onEveryType(async (reporter) => {
      for (const code of reporter.warnings) {
        await setWarning(reporter, code, true)
        const unit = await pollUntil(`${reporter.cuType} warns of ${code}`, async () => {
          const unit = await unitOf(reporter)
          return isSameCodes(unit.warnings, [code]) && unit
        })
        expect(unit.errors).toEqual([])
        await setWarning(reporter, code, false)
      }
      await pollUntil(`${reporter.cuType} without warning`, async () => (await unitOf(reporter)).warnings.length === 0)
    }))

  it('an error of a lamp appears on that lamp only and clears (LAMP-15, LAMP-16)', () =>
    onEveryType(async (reporter) => {
      for (const code of reporter.lampErrors) {
        await setLampFaults(reporter, 2, [code])
        const lamps = await pollUntil(`${reporter.cuType} lamp in ${code}`, async () => {
          const all = await lampsOf(reporter)
          return isSameCodes(all.find(({ id }) => id === 2)?.errors ?? [], [code]) && all
        })
        expect(lamps.filter(({ errors }) => errors.length > 0).map(({ id }) => id)).toEqual([2])
      }
      await setLampFaults(reporter, 2, [])
      await pollUntil(`${reporter.cuType} lamp well again`, async () =>
        (await lampsOf(reporter)).every(({ errors }) => errors.length === 0),
      )
    }))
})

describe('on the plant', () => {
  it('each code counts its lamps, each lamp counts once, and repaired lamps leave', () =>
    onEveryType(async (reporter) => {
      const { first, second, third, error, warning } = pickFaults(reporter)
      await setLampFaults(reporter, 1, [first, second])
      await setLampFaults(reporter, 2, [second, third])
      await setFault(reporter, error, true)
      await setWarning(reporter, warning, true)
      await attentionIs(reporter, [
        `error lamp.${first} 1`,
        `error lamp.${second} 2`,
        `error lamp.${third} 1`,
        `error unit.${error} 1`,
        `warning unit.${warning} 1`,
      ])
      expect((await unitOf(reporter)).lamps.in_error).toBe(2)

      // The second fault of a lamp clears: its condition stays, the count of the fault does not.
      await setLampFaults(reporter, 1, [first])
      await setFault(reporter, error, false)
      await setWarning(reporter, warning, false)
      await attentionIs(reporter, [`error lamp.${first} 1`, `error lamp.${second} 1`, `error lamp.${third} 1`])
      await setLampFaults(reporter, 1, [])
      await setLampFaults(reporter, 2, [])
      await attentionIs(reporter, [])
    }))
})

it('every unit type gets count warnings from its lamps, not from its own reports', () =>
  onEveryType(async (reporter) => {
    const topic = topicOf(reporter)
    for (const code of reporter.claims) await setWarning(reporter, code, true)
    // After the claims: later reports include these faults.
    await setWarning(reporter, 'maintenance_needed', true)
    await pollUntil(`${reporter.cuType} to claim`, async () =>
      isSameCodes((await unitOf(reporter)).warnings, ['maintenance_needed']),
    )
    await setWarning(reporter, 'maintenance_needed', false)
    for (const code of reporter.claims) await setWarning(reporter, code, false)
    for (const [num_lamp, warnings] of [
      [4, ['fewer_lamps_than_configured']],
      [2, ['more_lamps_than_configured']],
      [3, []],
    ] as const) {
      await installer.call('config', { plantId, topic, num_lamp, ore_autonomia: 1 })
      await pollUntil(`${reporter.cuType} with ${num_lamp} configured`, async () =>
        isSameCodes((await unitOf(reporter)).warnings, warnings),
      )
    }
  }))

it('a unit warns only above the lamp capacity of its type (CU-25)', async () => {
  for (const crowdedUnit of crowdedUnits)
    await pollUntil(`${crowdedUnit.cuType} with ${crowdedUnit.lamps} lamps`, async () => {
      const { warnings } = await unitOf(crowdedUnit)
      return isSameCodes(
        warnings.filter((code) => code.startsWith('more_than')),
        crowdedUnit.warnings,
      )
    })
})
