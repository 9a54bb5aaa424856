import { z } from 'zod'
import { type Fail, failWith } from '../kernel/refusal.ts'

const fail: Fail<'SERVER_BUSY' | 'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'> = failWith()

const answerWithinMs = 3_000
/** The required part of a panel's state; see `simulator/src/panel/panel-state.ts`. */
const panelState = z.object({
  isOnBattery: z.boolean(),
  lamps: z.array(z.object({ addr: z.int(), kind: z.string(), faults: z.array(z.string()) })),
})
export type SimulatedUnit = z.infer<typeof panelState>
const refusedWith = z.object({ error: z.enum(['UNIT_NOT_FOUND', 'LAMP_NOT_FOUND']) })
const speedAnswer = z.object({ speed: z.number() })

/** An action at the front of a unit, with its body. */
export type PanelOrder =
  | { action: 'mains'; body: { on: boolean } }
  | { action: 'lamp-fault'; body: { addr: number; faults: string[] } }
  | { action: 'new-battery'; body: { addr: number } }

/** The simulator's units, reached through their front panels only. */
export const openSimulatorPanel = (port: () => number) => {
  const requestPanel = async (path: string, body?: object): Promise<Response> => {
    if (port() === 0) return fail('SERVER_BUSY', { retryAfterS: 1 })
    const init = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    return fetch(`http://127.0.0.1:${port()}${path}`, {
      ...init,
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => fail('SERVER_BUSY', { retryAfterS: 1 }))
  }
  const stateFrom = async (answer: Response): Promise<SimulatedUnit> => {
    const content: unknown = await answer.json()
    return answer.ok ? panelState.parse(content) : fail(refusedWith.parse(content).error)
  }
  return {
    /** Factor by which the estate runs faster than real time. */
    speed: async (): Promise<number> => speedAnswer.parse(await (await requestPanel('/speed')).json()).speed,
    setSpeed: async (speed: number): Promise<void> => void (await requestPanel('/speed', { speed })),
    state: async (unit: string): Promise<SimulatedUnit> => stateFrom(await requestPanel(`/panel/${unit}`)),
    order: async (unit: string, { action, body }: PanelOrder): Promise<SimulatedUnit> =>
      stateFrom(await requestPanel(`/panel/${unit}/${action}`, body)),
  }
}
export type SimulatorPanel = ReturnType<typeof openSimulatorPanel>
