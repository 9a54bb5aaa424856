import { actions } from '@vigilux/contract/actions.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import type { Arbitrary } from 'fast-check'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type CallInput, httpCalls, socketCalls } from './call-inputs.ts'
import { count, type Tally } from './coverage.ts'
import { idOf } from './estate.ts'
import { codeOf, faultOf } from './findings.ts'
import { type Answer, openHttpLane } from './http-lane.ts'
import { createNames, type Names } from './names.ts'
import { openSocketLane } from './socket-lane.ts'
import { type UnitInput, unitMessages } from './unit-inputs.ts'
import { openUnitLane, type UnitCounts } from './unit-lane.ts'
import type { Caller, FuzzSetup } from './world.ts'

/** Inputs of one kind, and how to send one; the result is its fault, or null. */
export type Lane = {
  name: string
  inputs: Arbitrary<unknown>
  send(input: unknown): Promise<string | null>
  /** The maximum share of this lane in all inputs. */
  maxShare?: number
  close(): unknown
}

type LaneParts = { scene: FuzzSetup; tally: Tally; unitCounts: UnitCounts; mayBeUnavailable(): boolean }

const anonymousCaller = (n: number): Caller => ({
  callerKind: 'nobody',
  cookie: '',
  address: `10.9.${n & 0xff}.7`,
  tenant: 0,
})
const forgedCookie = 'vigilux.session_token=abcdefgh.ijklmnop'

const statuses: Readonly<Record<string, number>> = errorStatus

const lane = <T>(
  name: string,
  inputs: Arbitrary<T>,
  send: (input: T) => Promise<string | null>,
  close: () => unknown,
): Lane => ({
  name,
  inputs,
  // Each lane has its own seed.
  send: (input) => send(input as T),
  close,
})

const lanesOfCalls = ({ scene, tally, mayBeUnavailable }: LaneParts, names: Names) => {
  const callerOf = ({ callerKind, copy }: CallInput): Caller => {
    const kindCallers = scene.callers[callerKind] ?? []
    const caller = kindCallers[copy % Math.max(1, kindCallers.length)] ?? anonymousCaller(copy)
    return callerKind === 'forged' ? { ...caller, cookie: forgedCookie } : caller
  }

  const judge = (input: CallInput, answer: Answer | null, tenant: number): string | null => {
    const { action, framing } = input
    count(tally, action in actions ? action : 'something else', answer === null ? 'closed' : (codeOf(answer) ?? ''))
    if (!answer) return null
    const isCall = action in actions && framing !== 'wrong-path'
    if (answer.status === 200 && isCall) names.learn(tenant, JSON.parse(answer.text))
    const fault = faultOf(answer, isCall, { mayBeUnavailable })
    return fault && `${isCall ? action : action.slice(0, 40)}: ${fault}`
  }

  const overHttp = (url: string): Lane => {
    const { send, close } = openHttpLane(url)
    const call = async (input: CallInput) => {
      const caller = callerOf(input)
      const fillNames = (text: string) =>
        names.resolve(text, { ...input, tenant: caller.tenant }, { socketId: '0a1b2c3d.x' })
      const path = input.action.startsWith('/') ? fillNames(input.action) : '/api'
      return judge(input, await send(input, fillNames(input.text), path, caller), caller.tenant)
    }
    return lane('http', httpCalls, call, close)
  }

  const overSockets = (url: string): Lane => {
    const { send, socketId, close } = openSocketLane(url, statuses)
    const call = async (input: CallInput) => {
      const caller = callerOf(input)
      const callerValues = { socketId: await socketId(caller) }
      const text = names.resolve(input.text, { ...input, tenant: caller.tenant }, callerValues)
      return judge(input, await send(input, text, caller), caller.tenant)
    }
    return lane('socket', socketCalls, call, close)
  }

  return { overHttp, overSockets }
}

const shareOfUnits = 0.3

const laneOfUnits = ({ scene, unitCounts }: LaneParts, names: Names): Lane => {
  const { send, logIn, close } = openUnitLane(scene.unitUrl, scene.units, names, unitCounts)
  const publish = async (input: UnitInput) => {
    const [firstUnit, other] = scene.units
    // Occasionally a unit connects with the password of another.
    if (input.unit === 7 && firstUnit && other) await logIn(idOf(firstUnit), unitPassword(testFactoryKey, idOf(other)))
    else await send(input)
    return null
  }
  return { ...lane('unit', unitMessages(), publish, close), maxShare: shareOfUnits }
}

/** Parallel lanes: four callers per role, and enough of each transport for a server with two cores. */
export const openLanes = async (parts: LaneParts): Promise<Lane[]> => {
  const { scene } = parts
  const names = createNames(scene.places, new Set(scene.untouchable))
  const { overHttp, overSockets } = lanesOfCalls(parts, names)
  return [
    ...Array.from({ length: Math.min(scene.scale + 1, 4) }, () => overHttp(scene.url)),
    ...Array.from({ length: Math.min(scene.scale, 3) }, () => overSockets(scene.url)),
    laneOfUnits(parts, names),
  ]
}
