import { actions } from '@vigilux/contract/actions.ts'
import {
  type DemoControl,
  type DemoPerson,
  type DemoPlant,
  type DemoSpeed,
  type DemoState,
  demoControl,
  demoSpeedChange,
} from '@vigilux/contract/demo.ts'
import { demoHeader, demoTiming } from '@vigilux/contract/demo-header.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { plantId as plantIdSchema } from '@vigilux/contract/kernel/primitives.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requireSession } from '../adapters/http/require-session.ts'
import { listUnitRows } from '../features/central-units/index.ts'
import { findRole, listVisiblePlantIds } from '../features/members/index.ts'
import { addressKey } from '../kernel/admission.ts'
import { createAllowances } from '../kernel/allowances.ts'
import { fieldRefusals } from '../kernel/field-refusals.ts'
import { type Fail, failWith, Refusal } from '../kernel/refusal.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Sessions } from '../ports/sessions.ts'
import { demoAccounts, demoPassword } from './demo-accounts.ts'
import { findDemoCaller } from './demo-caller.ts'
import type { PanelOrder, SimulatedUnit, SimulatorPanel } from './simulator-panel.ts'

const fail: Fail<
  'INVALID_INPUT' | 'TOO_MANY_REQUESTS' | 'PLANT_NOT_FOUND' | 'NOT_ALLOWED' | 'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'
> = failWith()

/** Accounts for visitors of the demo, each with its plants. */
const listDemoPeople = async (db: Tx): Promise<DemoPerson[]> => {
  const demoPeople = await Promise.all(
    demoAccounts.map(async (account) => {
      const caller = await findDemoCaller(db, account)
      if (!caller) return []
      const { email, name, usertype, scope, suspended } = caller
      const plants = (await listVisiblePlantIds(db, caller, new Date())).length
      return [{ email, name, usertype, scope, role: account.role ?? null, suspended, plants }]
    }),
  )
  return demoPeople.flat()
}

/** Far more than a person needs, and far less than would overload the simulator. */
const changesFromAddress = { perSecond: 2, burst: 60 }
/** Pages poll every few seconds while they show something of it. */
const readsFromAddress = { perSecond: 20, burst: 200 }
const maxBodyBytes = 1_024

export type DemoControlParts = { db: Tx; sessions: Pick<Sessions, 'find'>; panel: SimulatorPanel }

const parsed = <T extends z.ZodType>(schema: T, input: unknown): z.output<T> => {
  const found = schema.safeParse(input)
  return found.success ? found.data : fail('INVALID_INPUT', { fields: fieldRefusals(found.error) })
}

/** Breaking lamps needs the same role as blinking them: one rule to learn. */
const mayCommand = (role: NonNullable<Awaited<ReturnType<typeof findRole>>>): boolean =>
  roleMay(role, actions.identifyLamp.permission)

const isBattery = (fault: string): boolean => fault.startsWith('battery_')

const toPlantUnit = (topic: string, { isOnBattery, lamps }: SimulatedUnit): DemoPlant['units'][number] => ({
  topic,
  isOnBattery,
  broken: lamps
    .filter(({ faults }) => faults.length > 0)
    .map(({ addr, faults }) => ({ addr, isBattery: faults.every(isBattery) })),
})

/** The demo may also contain a real unit, whose mains cannot be switched here. */
const refuseRealUnit = (error: unknown): null => {
  if (error instanceof Refusal && error.code === 'UNIT_NOT_FOUND') return null
  throw error
}

/** Picks a healthy lamp, so lamps can be broken one after the other. */
const pickHealthyLamp = (lamps: SimulatedUnit['lamps']): SimulatedUnit['lamps'][number] | undefined => {
  const healthyLamps = lamps.filter(({ kind, faults }) => kind === 'emergency' && faults.length === 0)
  return healthyLamps[Math.floor(Math.random() * healthyLamps.length)]
}

/** Routes of the demo only: its accounts, the estate's speed, and controls of a plant's simulated units. */
export const registerDemoControls = (app: FastifyInstance, { db, sessions, panel }: DemoControlParts): void => {
  const changes = createAllowances(changesFromAddress)
  const reads = createAllowances(readsFromAddress)
  const countIn = (allowance: typeof changes, request: FastifyRequest): void => {
    const retryAfterS = allowance.take(addressKey(request.ip))
    if (retryAfterS > 0) fail('TOO_MANY_REQUESTS', { retryAfterS })
  }

  /** The person and the role in the plant; for anyone but a member the plant does not exist. */
  const roleIn = async (request: FastifyRequest, plantId: string) => {
    const caller = await requireSession(sessions, request.headers)
    return (await findRole(db, caller, plantId, new Date())) ?? fail('PLANT_NOT_FOUND')
  }

  const topicsOf = async (plantId: string): Promise<string[]> =>
    (await listUnitRows(db, [plantId])).filter(({ acquired }) => acquired).map(({ unit }) => unit)

  const readPlant = async (plantId: string, mayControl: boolean, chosenLamp: DemoPlant['chosen'] = null) => {
    const units = await Promise.all(
      (await topicsOf(plantId)).map(async (topic) => {
        const state = await panel.state(topic).catch(refuseRealUnit)
        return state ? [toPlantUnit(topic, state)] : []
      }),
    )
    return { mayControl, units: units.flat(), chosen: chosenLamp } satisfies DemoPlant
  }

  const orderOf = async (control: Exclude<DemoControl, { control: 'mains' }>): Promise<PanelOrder> => {
    if (control.control === 'battery') return { action: 'new-battery', body: { addr: control.addr } }
    if (control.control === 'repair') return { action: 'lamp-fault', body: { addr: control.addr, faults: [] } }
    const { lamps } = await panel.state(control.topic)
    const lamp = control.addr === undefined ? pickHealthyLamp(lamps) : lamps.find(({ addr }) => addr === control.addr)
    if (!lamp) return fail('LAMP_NOT_FOUND')
    // Existing faults of the lamp stay.
    return { action: 'lamp-fault', body: { addr: lamp.addr, faults: [...new Set([...lamp.faults, 'lamp_failure'])] } }
  }

  const carryOut = async (control: DemoControl, topics: readonly string[]): Promise<DemoPlant['chosen']> => {
    if (control.topic !== undefined && !topics.includes(control.topic)) return fail('UNIT_NOT_FOUND')
    if (control.control !== 'mains') {
      const order = await orderOf(control)
      await panel.order(control.topic, order)
      return control.control === 'break' && 'addr' in order.body
        ? { topic: control.topic, addr: order.body.addr }
        : null
    }
    const order: PanelOrder = { action: 'mains', body: { on: control.on } }
    if (control.topic !== undefined) await panel.order(control.topic, order)
    else await Promise.all(topics.map((topic) => panel.order(topic, order).catch(refuseRealUnit)))
    return null
  }

  app.addHook('onSend', async (request, reply) => {
    if (request.url === '/api/auth/get-session') reply.header(demoHeader, 'yes')
    if (request.url === '/') reply.header('server-timing', demoTiming)
  })

  app.get('/dev/demo', async (request, reply) => {
    countIn(reads, request)
    reply.header('cache-control', 'no-store')
    const demoPeople = await listDemoPeople(db)
    return { data: { speed: await panel.speed(), password: demoPassword, people: demoPeople } satisfies DemoState }
  })

  app.get('/dev/demo/speed', async (request, reply) => {
    countIn(reads, request)
    reply.header('cache-control', 'no-store')
    return { data: { speed: await panel.speed() } satisfies DemoSpeed }
  })

  app.post('/dev/demo/speed', { bodyLimit: maxBodyBytes }, async (request) => {
    countIn(changes, request)
    const { speed } = parsed(demoSpeedChange, request.body)
    await panel.setSpeed(speed)
    return { data: { speed } satisfies DemoSpeed }
  })

  app.get<{ Params: { plantId: string } }>('/dev/demo/plants/:plantId', async (request, reply) => {
    countIn(reads, request)
    reply.header('cache-control', 'no-store')
    const plantId = parsed(plantIdSchema, request.params.plantId)
    return { data: await readPlant(plantId, mayCommand(await roleIn(request, plantId))) }
  })

  app.post('/dev/demo/control', { bodyLimit: maxBodyBytes }, async (request) => {
    countIn(changes, request)
    const control = parsed(demoControl, request.body)
    const { plantId } = control
    if (!mayCommand(await roleIn(request, plantId))) return fail('NOT_ALLOWED')
    const chosenLamp = await carryOut(control, await topicsOf(plantId))
    return { data: await readPlant(plantId, true, chosenLamp) }
  })
}
