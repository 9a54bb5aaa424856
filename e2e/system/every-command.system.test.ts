import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { UnitCommandName } from '@vigilux/device-plane/commands.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/**
 * Every command of every unit type. Called through the API, sent over the broker, executed by a simulated unit, and
 * visible in its reports. One test per command, on all supporting types at once.
 */
let product: RunningProduct
let installer: ApiClient
let channel: Awaited<ReturnType<ApiClient['realtime']>>
let plantId: string
let types: Map<string, UnitTypeFacts>

type Unit = { plantId: string; cuType: string; cuId: string }
/** One unit of each supported type. */
const serials = Object.fromEntries(
  Object.values(unitTypes).map(({ facts }, at) => [facts.cu_type, `B231${at}C`.slice(-facts.serialDigits)]),
)
const lampCount = 20

const topicOf = ({ cuType, cuId }: Unit) => `${cuType}_${cuId}`
const unitInput = (unit: Unit) => ({ plantId, topic: topicOf(unit) })
const farDate = '2099-05-04T03:00:00.000Z'

beforeAll(async () => {
  product = await startProduct({
    units: Object.entries(serials).map(([type, serial], at) => ({ type, serial, lamps: lampCount, seed: at + 11 })),
  })
  installer = await createApiClient(product.url).signIn('installer')
  types = new Map((await installer.call('getUnitTypes', {})).types.map((facts) => [facts.cu_type, facts]))
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
  for (const [cuType, cuId] of Object.entries(serials)) await installer.call('saveCu', { plantId, cuType, cuId })
  await pollUntil('all units connected', async () =>
    (await Promise.all(units().map((unit) => product.panelState(topicOf(unit))))).every((state) => state.isConnected),
  )
})
afterAll(() => product?.stop())

const units = (): Unit[] => Object.entries(serials).map(([cuType, cuId]) => ({ plantId, cuType, cuId }))
const factsOf = (unit: Unit): UnitTypeFacts => {
  const facts = types.get(unit.cuType)
  if (!facts) throw new Error(`no facts of ${unit.cuType}`)
  return facts
}

const shadowOf = ({ cuType, cuId }: Unit) => installer.call('getShadow', { cuType, cuId })
const detailOf = async (unit: Unit): Promise<UnitDetail> => {
  const { detail } = await shadowOf(unit)
  if (!detail) throw new Error(`${unit.cuType} has told no detail`)
  return detail
}
const lampsOf = async (unit: Unit): Promise<Lamp[]> => (await installer.call('getLamps', unitInput(unit))).lamps
const lampOf = async (unit: Unit, addr: number) => installer.call('getLamp', { ...unitInput(unit), addr })
const groupsOf = async (unit: Unit, addr: number) => (await lampsOf(unit)).find(({ id }) => id === addr)?.groups ?? []
const panel = (unit: Unit) => product.panelState(topicOf(unit))

type Receipt = { command: PendingCommand }
type Probe = {
  ask(unit: Unit): Promise<Receipt | undefined>
  /** Waits until the unit's reports show the effect. */
  seen(unit: Unit): Promise<boolean>
}

/** The plain command, by the action for the commands of the type. */
const callPlain = (unit: Unit, command: 'refresh' | 'emergencyOn' | 'emergencyOff' | 'setClock') => {
  const { commandAction } = factsOf(unit)
  return installer.call(commandAction, { ...unitInput(unit), command })
}

const firstDevice = async (unit: Unit) => (await detailOf(unit)).bluetooth.find(({ inSight }) => inSight)?.mac ?? ''
const joinedMac = 'AABBCCDDEEFF'
const emergencyLamp = async (unit: Unit) => (await lampsOf(unit)).find(({ type }) => type === 'emergency')?.id ?? 0

/** Automatic commands of the platform: ends of held levels, and scene lists. */
type Unasked = 'endHold' | 'setScenes'

/** In test order: enrolment first, release last. */
const probes: Record<Exclude<UnitCommandName, Unasked>, Probe> = {
  enrol: {
    ask: async (unit) => {
      await installer.call('enrollCu', unitInput(unit))
      await pollUntil('the request on the display', async () => (await panel(unit)).enrolment === 'waiting')
      await product.panel(topicOf(unit), 'press', { keys: factsOf(unit).enrolmentKeys })
      return undefined
    },
    seen: async (unit) => (await installer.call('enrollCuAck', unitInput(unit))).enrolment.outcome === 'ok',
  },
  createNetwork: {
    ask: (unit) =>
      installer.call('createNetwork', { ...unitInput(unit), ...(factsOf(unit).hasRadioNetwork && { plant_code: 17 }) }),
    seen: async (unit) => (await lampsOf(unit)).length === lampCount,
  },
  statusQuery: {
    ask: (unit) => installer.call('getStatoConfig', unitInput(unit)),
    seen: async (unit) => (await panel(unit)).isConnected === true,
  },
  refresh: {
    ask: (unit) => callPlain(unit, 'refresh'),
    seen: async (unit) => (await lampsOf(unit)).length === lampCount,
  },
  setClock: {
    ask: async (unit) => {
      await product.panel(topicOf(unit), 'clock', { offsetS: 20 })
      return callPlain(unit, 'setClock')
    },
    seen: async (unit) => Math.abs(Number((await panel(unit)).clockOffsetS)) < 3,
  },
  resetCu: {
    ask: async (unit) => {
      connectedSince.set(topicOf(unit), (await shadowOf(unit)).unit.connection_since)
      return installer.call('resetCu', unitInput(unit))
    },
    seen: async (unit) => {
      const { cu_connected, connection_since } = (await shadowOf(unit)).unit
      return cu_connected && connection_since > (connectedSince.get(topicOf(unit)) ?? '')
    },
  },
  keypressSimulation: {
    ask: (unit) => installer.call('keypressSimulation', { ...unitInput(unit), keys: ['DOWN'] }),
    seen: async (unit) => String((await panel(unit)).lastKeys) === 'DOWN',
  },
  identify: {
    ask: (unit) => installer.call('identifyLamp', { ...unitInput(unit), addr: 1, seconds: 30 }),
    seen: async (unit) => ((await panel(unit)).lamps as { isBlinking: boolean }[])[0]?.isBlinking === true,
  },
  stop_blink: {
    ask: (unit) => installer.call('stopIdentifyLamp', { ...unitInput(unit), addr: 1 }),
    seen: async (unit) => ((await panel(unit)).lamps as { isBlinking: boolean }[])[0]?.isBlinking === false,
  },
  ftest: {
    ask: async (unit) => {
      return installer.call('ftest', { ...unitInput(unit), addr: [] })
    },
    seen: async (unit) =>
      (await installer.call('getTests', { plantId })).tests.some(
        ({ cu, state }) => cu === topicOf(unit) && state !== 'requested',
      ),
  },
  stopTest: {
    ask: async (unit) => {
      await pollUntil('the end of the tests so far', async () =>
        (await installer.call('getTests', { plantId })).tests.every(
          ({ cu, endedAt }) => cu !== topicOf(unit) || endedAt !== null,
        ),
      )
      const { test } = await installer.call('ftest', { ...unitInput(unit), addr: [], kind: 'autonomy', anyway: true })
      testIds.set(topicOf(unit), test.id)
      await pollUntil('the autonomy test', async () => {
        const { tests } = await installer.call('getTests', { plantId })
        return tests.find(({ id }) => id === test.id)?.state === 'running'
      })
      return installer.call('stopTest', { plantId, testId: test.id })
    },
    seen: async (unit) =>
      (await installer.call('getTests', { plantId })).tests.find(({ id }) => id === testIds.get(topicOf(unit)))
        ?.state === 'stopped',
  },
  setCuName: {
    ask: (unit) => installer.call('setCuName', { ...unitInput(unit), cuName: 'Cellar 2' }),
    seen: async (unit) => (await detailOf(unit)).name === 'Cellar 2',
  },
  setLampName: {
    ask: (unit) => installer.call('setLampName', { ...unitInput(unit), addr: 3, lampName: 'Exit B' }),
    seen: async (unit) => (await lampOf(unit, 3)).detail?.name === 'Exit B',
  },
  setParam: {
    ask: async (unit) =>
      installer.call('setParam', { ...unitInput(unit), addr: await emergencyLamp(unit), params: { durataTest: 45 } }),
    seen: async (unit) => (await lampOf(unit, await emergencyLamp(unit))).detail?.params.durataTest === 45,
  },
  setMultiParam: {
    ask: async (unit) => {
      const addr = await emergencyLamp(unit)
      const { operations } = await installer.call('setMultiParam', {
        plantId,
        bundleId: crypto.randomUUID(),
        units: [{ topic: topicOf(unit), addr: [addr] }],
        params: { durataTest: 60 },
      })
      for (const { id } of operations) await operationDone(id)
      return undefined
    },
    seen: async (unit) => (await lampOf(unit, await emergencyLamp(unit))).detail?.params.durataTest === 60,
  },
  setLevels: {
    ask: async (unit) => {
      const input = { plantId, to: { topic: topicOf(unit), all: true }, level: 35, fadeS: 1 } as const
      const [command] = (await installer.call('setLightLevel', input)).commands
      return command && { command }
    },
    seen: async (unit) => (await lampsOf(unit)).some(({ type, dimming }) => type === 'lighting' && dimming === 35),
  },
  setBatch: {
    ask: (unit) => installer.call('setBatch', { ...unitInput(unit), param: '01' }),
    seen: async (unit) => (await panel(unit)).isBatchOpen === true,
  },
  setMultiGroup: {
    ask: async (unit) => {
      const payload = '0005'.repeat(32)
      const { command } = await installer.call('setMultiGroup', { ...unitInput(unit), page: 0, payload })
      await commandDone(command.id)
      return installer.call('setBatch', { ...unitInput(unit), param: '03' })
    },
    seen: async (unit) => (await groupsOf(unit, lampCount)).join() === '1,3',
  },
  setGroup: {
    ask: (unit) => installer.call('setGroup', { ...unitInput(unit), page: 0, indexes: [1, 2], group: 16 }),
    seen: async (unit) => (await groupsOf(unit, 2)).join() === '1,3,16',
  },
  removeGroup: {
    ask: (unit) => installer.call('removeGroup', { ...unitInput(unit), page: 0, indexes: [1, 2], group: 1 }),
    seen: async (unit) => (await groupsOf(unit, 2)).join() === '3,16',
  },
  setLgSerialId: {
    ask: (unit) =>
      installer.call('setLgSerialId', {
        ...unitInput(unit),
        page: 0,
        lampId: [{ index: lampCount + 1, serial: 'A1B2C301' }],
      }),
    seen: async (unit) => (await lampsOf(unit)).some(({ id, serial }) => id === lampCount + 1 && serial === 'A1B2C301'),
  },
  substituteLogicaFM: {
    ask: (unit) => installer.call('substituteLogicaFM', { ...unitInput(unit), old: ['A1B2C301'], new: ['C1C2C366'] }),
    seen: async (unit) => (await lampsOf(unit)).some(({ id, serial }) => id === lampCount + 1 && serial === 'C1C2C366'),
  },
  deleteLgSerialId: {
    ask: (unit) => installer.call('deleteLgSerialId', { ...unitInput(unit), page: 0, indexes: [lampCount + 1] }),
    seen: async (unit) => (await lampsOf(unit)).length === lampCount,
  },
  configLogica: {
    ask: (unit) => installer.call('configLogica', { ...unitInput(unit), modalita_config_logica: 3 }),
    seen: async (unit) => (await detailOf(unit)).configurationMode === 3,
  },
  config: {
    ask: (unit) => installer.call('config', { ...unitInput(unit), num_lamp: lampCount + 2, ore_autonomia: 1.5 }),
    seen: async (unit) => {
      const { unit: shadow } = await shadowOf(unit)
      return shadow.lamps.configured === lampCount + 2 && (await detailOf(unit)).ratedHours === 1.5
    },
  },
  setDateTimeFunzionale: {
    ask: (unit) => installer.call('setDateTimeFunzionale', { ...unitInput(unit), set: farDate }),
    seen: async (unit) => Date.parse((await detailOf(unit)).functional?.next ?? '') === Date.parse(farDate),
  },
  setDateTimeAutonomia: {
    ask: (unit) => installer.call('setDateTimeAutonomia', { ...unitInput(unit), set: farDate }),
    seen: async (unit) => Date.parse((await detailOf(unit)).autonomy?.next ?? '') === Date.parse(farDate),
  },
  setPeriodFunzionale: {
    ask: (unit) => installer.call('setPeriodFunzionale', { ...unitInput(unit), period: '1w', differito: true }),
    seen: async (unit) => {
      const { functional } = await detailOf(unit)
      return functional?.period === '1w' && functional.deferred
    },
  },
  setPeriodAutonomia: {
    ask: (unit) => installer.call('setPeriodAutonomia', { ...unitInput(unit), period: '6m' }),
    seen: async (unit) => (await detailOf(unit)).autonomy?.period === '6m',
  },
  inhibit: {
    ask: async (unit) => {
      const { plantId, topic } = unitInput(unit)
      const input = { plantId, topics: [topic], minutes: 5, reason: 'Work on the mains' }
      const [command] = (await installer.call('inhibitUnits', input)).commands
      return command && { command }
    },
    seen: async (unit) => {
      const { inhibition, front } = (await shadowOf(unit)).unit
      return inhibition !== null && front?.display[0] === 'INHIBITED'
    },
  },
  endInhibition: {
    ask: async (unit) => {
      const { plantId, topic } = unitInput(unit)
      const [command] = (await installer.call('endInhibition', { plantId, topics: [topic] })).commands
      return command && { command }
    },
    seen: async (unit) => (await shadowOf(unit)).unit.inhibition === null,
  },
  setContacts: {
    ask: async (unit) => {
      const contacts = [{ number: 1, signal: 'failure', conjunction: 'and', activationDelayS: 7 } as const]
      return installer.call('setContacts', { ...unitInput(unit), contacts })
    },
    seen: async (unit) =>
      (await detailOf(unit)).contacts.some(({ number, activationDelayS }) => number === 1 && activationDelayS === 7),
  },
  setRelay: {
    ask: async (unit) => {
      const { relay } = await detailOf(unit)
      return relay ? installer.call('setRelay', { ...unitInput(unit), on: !relay.on }) : undefined
    },
    seen: async (unit) => (await detailOf(unit)).relay?.on !== false,
  },
  setAdvanced: {
    ask: (unit) => installer.call('setAdvanced', { ...unitInput(unit), flags: { keypadLock: true } }),
    seen: async (unit) => (await detailOf(unit)).flags.keypadLock === true,
  },
  emergencyOn: {
    ask: (unit) => callPlain(unit, 'emergencyOn'),
    seen: async (unit) =>
      (await detailOf(unit)).emergencyForced &&
      (await lampsOf(unit)).some(({ condition }) => condition === 'emergency'),
  },
  emergencyOff: {
    ask: (unit) => callPlain(unit, 'emergencyOff'),
    seen: async (unit) =>
      !(await detailOf(unit)).emergencyForced &&
      (await lampsOf(unit)).every(({ condition }) => condition !== 'emergency'),
  },
  scanLines: {
    ask: (unit) => installer.call('scanLines', { ...unitInput(unit), lines: [1, 2] }),
    seen: async (unit) => {
      const { lineScans } = await detailOf(unit)
      return lineScans.length === 2 && lineScans.every(({ state, asked }) => state === 'ended' && asked === 64)
    },
  },
  commissionLine: {
    ask: async (unit) => {
      await product.panel(topicOf(unit), 'attach', { count: 1 })
      return installer.call('commissionLine', {
        ...unitInput(unit),
        line: 3,
        duplicates: [],
        noOtherController: true,
      })
    },
    seen: async (unit) => (await lampsOf(unit)).some(({ id, line }) => id === 129 && line === 3),
  },
  setGearTests: {
    ask: (unit) =>
      installer.call('setGearTests', { ...unitInput(unit), lamps: 'all', functionalDays: 0, autonomyWeeks: 26 }),
    seen: async (unit) => (await lampOf(unit, await emergencyLamp(unit))).detail?.gear?.ownTests?.autonomyWeeks === 26,
  },
  readGearTests: {
    ask: async (unit) => installer.call('readGearTests', { ...unitInput(unit), lamps: [await emergencyLamp(unit)] }),
    seen: async (unit) => (await lampOf(unit, await emergencyLamp(unit))).detail?.gear !== undefined,
  },
  restLamps: {
    ask: async (unit) => {
      await product.panel(topicOf(unit), 'mains', { on: false })
      return installer.call('restLamps', { ...unitInput(unit), lamps: 'all' })
    },
    seen: async (unit) => (await lampsOf(unit)).some(({ mode }) => mode === 'rest'),
  },
  relightLamps: {
    ask: (unit) => installer.call('relightLamps', { ...unitInput(unit), lamps: 'all' }),
    seen: async (unit) => {
      if ((await lampsOf(unit)).some(({ mode }) => mode === 'rest')) return false
      await product.panel(topicOf(unit), 'mains', { on: true })
      return true
    },
  },
  gatewayScan: {
    ask: (unit) => installer.call('gatewayCommand', { ...unitInput(unit), command: 'scan' }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.length > 0,
  },
  gatewayInsertMac: {
    ask: (unit) => installer.call('gatewayInsertMac', { ...unitInput(unit), mac: 'aa:bb:cc:dd:ee:ff' }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.some(({ mac }) => mac === joinedMac),
  },
  gatewayInsertSerial: {
    ask: (unit) => installer.call('gatewayInsertSerial', { ...unitInput(unit), mac: joinedMac, serial: 'D1D2D3' }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.find(({ mac }) => mac === joinedMac)?.serial === 'D1D2D3',
  },
  gatewayInsertType: {
    ask: (unit) => installer.call('gatewayInsertType', { ...unitInput(unit), mac: joinedMac, kind: 'sensor' }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.find(({ mac }) => mac === joinedMac)?.kind === 'sensor',
  },
  gatewayValidate: {
    ask: async (unit) => installer.call('gatewayValidate', { ...unitInput(unit), mac: await firstDevice(unit) }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.some(({ validated }) => validated === true),
  },
  gatewayRemove: {
    ask: (unit) => installer.call('gatewayRemove', { ...unitInput(unit), mac: joinedMac }),
    seen: async (unit) => (await detailOf(unit)).bluetooth.every(({ mac }) => mac !== joinedMac),
  },
  deEnrol: {
    ask: async (unit) => installer.call('deEnrollCu', unitInput(unit)),
    seen: async (unit) => {
      const { units: remainingUnits } = await installer.call('getUnitsDetails', { plantId })
      return remainingUnits.every(({ cu_id }) => cu_id !== unit.cuId) && (await panel(unit)).enrolment === 'factory'
    },
  },
}

/** Before the restart. */
const connectedSince = new Map<string, string>()
const testIds = new Map<string, string>()

const commandDone = async (commandId: string): Promise<void> => {
  const end = await pollUntil('the end of the command', () =>
    channel
      .received('response')
      .map(({ command }) => command as PendingCommand)
      .find(({ id, pending }) => id === commandId && !pending),
  )
  expect(end).toMatchObject({ state: 'done', error: null, code: null })
}
const operationDone = async (operationId: string): Promise<void> => {
  const operation = await pollUntil('the end of the operation', async () => {
    const answer = await installer.call('getOperation', { plantId, operationId })
    return answer.operation.endedAt !== null && answer.operation
  })
  expect(operation).toMatchObject({ state: 'done', error: null, code: null })
}

it.each(Object.keys(probes) as Exclude<UnitCommandName, Unasked>[])(
  '%s reaches every unit type that supports it and shows in its reports',
  async (name) => {
    const obeying = units().filter((unit) => factsOf(unit).commands.includes(name))
    expect(obeying.length).toBeGreaterThan(0)
    await Promise.all(
      obeying.map(async (unit) => {
        const receipt = await probes[name].ask(unit)
        if (receipt) await commandDone(receipt.command.id)
        await pollUntil(`${unit.cuType} shows ${name}`, () => probes[name].seen(unit))
      }),
    )
  },
)
