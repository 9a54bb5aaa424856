import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ActionInput, type ActionName, type ActionOutput, actions } from '@vigilux/contract/actions.ts'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { TestKind, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { OutwardKind } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import { type WebSocket, WebSocketServer } from 'ws'

/** The API of the platform, as far as the way to building systems uses it, with one plant. Answers fit the contract. */

export const plantId = '0192aaaa-0000-7000-8000-000000000001'
export const token = `vgx_${'a'.repeat(43)}012345`
const at = '2026-11-30T05:00:00.000Z'
const counts = {
  emergency: 0,
  error: 0,
  offline: 0,
  inhibited: 0,
  warning: 0,
  notExecuted: 0,
  testRunning: 0,
  unknown: 0,
  ok: 0,
}

export const createUnit = (serial: string, changes: Partial<CentralUnit> = {}): CentralUnit => ({
  cu_id: serial,
  cu_type: 'logica',
  type_name: 'Logica',
  connection: 'connected',
  cu_connected: true,
  connection_since: at,
  last_seen: at,
  unknown_life_since: null,
  description: `Unit ${serial}`,
  cu_location: 'Basement',
  version: 1,
  cu_utc_offset: 60,
  clock_drift: 0,
  enabled: true,
  working: false,
  network: { state: 'completed', plant_code: null, found: 0, expected: null },
  lamps: {
    found: 0,
    present: 0,
    configured: 0,
    in_error: 0,
    on_battery: 0,
    inhibited: 0,
    emergency: 0,
    lighting: 0,
    sensors: 0,
  },
  errors: [],
  warnings: [],
  findings: [],
  on_battery: false,
  inhibition: null,
  front: null,
  versions: { interface: null, firmware: '1.0', nube: null, porting: null },
  order_code: null,
  product_code: null,
  ...changes,
})

export const createLamp = (cu: string, id: number, changes: Partial<Lamp> = {}): Lamp => ({
  cu,
  id,
  serial: `A1B2C3${id.toString(16).padStart(2, '0')}`,
  type: 'emergency',
  function: 'nonMaintained',
  description: `Corridor ${id}`,
  location: 'Floor 1',
  notes: '',
  version: 1,
  product_code: null,
  groups: [],
  line: 1,
  parity: 'even',
  mode: 'normal',
  errors: [],
  condition: 'ok',
  battery: 100,
  dimming: 0,
  autonomy: 60,
  software_version: null,
  reported_at: at,
  condition_since: at,
  ...changes,
})

const createTest = (cu: string, kind: TestKind): TestRun => ({
  id: crypto.randomUUID(),
  cu,
  kind,
  trigger: 'user',
  state: 'running',
  reason: null,
  requestedBy: 'Program',
  requestedAt: at,
  startedAt: at,
  endedAt: null,
  expectedEndAt: null,
  total: 1,
  passed: 0,
  failed: 0,
  notExecuted: 0,
  commandId: null,
  clockWrong: false,
})

const receiptOf = (cu: string, command: string): ActionOutput<'stopTest'> => ({
  command: {
    id: crypto.randomUUID(),
    cu,
    command,
    state: 'queued',
    pending: true,
    response: null,
    error: null,
    code: null,
    timeout: 5000,
    retry: 3,
    retries: 3,
    attempt: 0,
    deadlineAt: null,
    requestedAt: at,
    requestedBy: 'Program',
  },
})

class Refusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number) {
    super(code)
    this.code = code
    this.status = status
  }
}

export class VirtualPlatform {
  units: CentralUnit[] = []
  lamps: Lamp[] = []
  tests: TestRun[] = []
  condition: Condition = 'ok'
  nextFunctional: string | null = '2026-12-01T05:00:00.000Z'
  mayOperate = false
  /** Interfaces switched off by the administrator. */
  off: OutwardKind[] = []
  /** Refuses every call in this way. */
  refusal: { code: string; status: number } | null = null
  /** It answers nothing, and its connections stay open. */
  isFrozen = false
  heartbeatMs = 4_000
  /** Number of signed-in connections so far. */
  signedIn = 0
  readonly calls: { action: string; input: Record<string, unknown> }[] = []
  readonly #http = createServer((request, response) => void this.#serve(request, response))
  readonly #channel = new WebSocketServer({ server: this.#http, path: '/realtime' })
  readonly #sockets = new Set<WebSocket>()
  readonly #unanswered: ServerResponse[] = []

  async open(): Promise<this> {
    this.#channel.on('connection', (socket) => {
      socket.once('message', (text) => this.#greet(socket, String(text)))
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  send<Name extends EventName>(action: Name, data: EventData<Name>): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify({ action, data }))
  }

  setLamp(cu: string, id: number, changes: Partial<Lamp>): void {
    this.lamps = this.lamps.map((lamp) => (lamp.cu === cu && lamp.id === id ? { ...lamp, ...changes } : lamp))
    this.send('lamps', { plant_id: plantId, lamps: this.lamps.filter((lamp) => lamp.cu === cu && lamp.id === id) })
  }

  setUnit(serial: string, changes: Partial<CentralUnit>): void {
    this.units = this.units.map((unit) => (unit.cu_id === serial ? { ...unit, ...changes } : unit))
    for (const unit of this.units) if (unit.cu_id === serial) this.send('shadow', { plant_id: plantId, unit })
  }

  removeUnit(serial: string): void {
    this.units = this.units.filter(({ cu_id }) => cu_id !== serial)
    this.lamps = this.lamps.filter(({ cu }) => !cu.endsWith(serial))
    this.send('removeCu', { plant_id: plantId, cu_id: serial, cu_type: 'logica' })
  }

  /** The last report of the bridge about its interfaces; undefined before the first report. */
  get reported(): ActionInput<'reportOutwardConnections'> | undefined {
    const last = this.calls.findLast(({ action }) => action === 'reportOutwardConnections')
    return last?.input as ActionInput<'reportOutwardConnections'> | undefined
  }

  switchOff(...kinds: OutwardKind[]): void {
    this.off = kinds
    this.send('outwardConnections', { plant_id: plantId, switched: true })
  }

  /** The token is valid no more. */
  revoke(): void {
    this.refusal = { code: 'NOT_SIGNED_IN', status: 401 }
    for (const socket of this.#sockets) socket.close(4401)
  }

  /** Also ends calls left unanswered while it was frozen, which would otherwise hang for longer than a test waits. */
  dropConnections(): void {
    for (const socket of this.#channel.clients) socket.terminate()
    for (const response of this.#unanswered.splice(0)) response.destroy()
  }

  /** The server goes away, without a word on its connections. */
  async vanish(): Promise<void> {
    for (const socket of this.#channel.clients) socket.terminate()
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  #greet(socket: WebSocket, text: string): void {
    const first = JSON.parse(text) as { action: string; data: { token: string } }
    const isSignedIn = first.action === 'authenticate' && first.data.token === token
    if (!isSignedIn || this.refusal?.code === 'NOT_SIGNED_IN') {
      socket.close(4401)
      return
    }
    if (this.isFrozen) return
    this.#sockets.add(socket)
    this.signedIn += 1
    const heartbeat = setInterval(() => {
      if (!this.isFrozen) socket.send('{"action":"heartbeat","data":{}}')
    }, this.heartbeatMs)
    socket.on('close', () => clearInterval(heartbeat))
    socket.send(
      JSON.stringify({
        action: 'connected',
        data: { socketId: `00000000.${crypto.randomUUID()}`, heartbeatMs: this.heartbeatMs },
      }),
    )
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += String(part)
    const { action, ...input } = JSON.parse(body) as { action: ActionName }
    this.calls.push({ action, input })
    if (this.isFrozen) {
      this.#unanswered.push(response)
      return
    }
    const reply = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    try {
      if (this.refusal) throw new Refusal(this.refusal.code, this.refusal.status)
      const declaration = actions[action]
      const parsed = declaration.input.parse(input)
      reply(200, { data: declaration.output.parse(this.#answer(action, parsed as never)) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reply(error.status, { error: error.code })
    }
  }

  #answer(action: ActionName, input: never): unknown {
    const answers: Partial<Record<ActionName, (input: never) => unknown>> = {
      getPlantDetails: () => this.#details(),
      getLamps: ({ topic }: ActionInput<'getLamps'>) => {
        const lamps = this.lamps.filter(({ cu }) => !topic || cu === topic)
        return { lamps, total: lamps.length, next: null }
      },
      getNextTests: () => ({ tests: [], planEnd: null }),
      getShadow: ({ cuId }: ActionInput<'getShadow'>) => ({
        unit: this.units.find(({ cu_id }) => cu_id === cuId),
        detail: unitDetail.parse({ functional: { next: this.nextFunctional, period: '4w', deferred: false } }),
        reportedAt: at,
      }),
      ftest: (test: ActionInput<'ftest'>) => this.#startTest(test),
      reportOutwardConnections: () => ({ off: this.off }),
      stopTest: ({ testId }: ActionInput<'stopTest'>) => this.#stopTest(testId),
    }
    return answers[action]?.(input)
  }

  #startTest({ topic, kind = 'functional' }: ActionInput<'ftest'>): unknown {
    if (!this.mayOperate) throw new Refusal('NOT_ALLOWED', 403)
    if (this.tests.length > 0) throw new Refusal('TEST_ALREADY_RUNNING', 409)
    const test = createTest(topic, kind)
    this.tests = [test]
    this.send('ftest', { plant_id: plantId, test, results: [] })
    return { ...receiptOf(topic, 'test'), test, leftOut: [] }
  }

  #stopTest(testId: string): unknown {
    if (!this.mayOperate) throw new Refusal('NOT_ALLOWED', 403)
    const test = this.tests.find(({ id }) => id === testId)
    if (!test) throw new Refusal('TEST_NOT_RUNNING', 409)
    this.tests = []
    this.send('ftest', { plant_id: plantId, test: { ...test, state: 'stopped', endedAt: at }, results: [] })
    return receiptOf(test.cu, 'stopTest')
  }

  #details(): unknown {
    const address = { country: 'IT', housenumber: '1', city: 'Torino', street: 'Via', prov: '', cap: '' }
    return {
      plant: {
        plant_id: plantId,
        plantname: 'Hospital',
        plant_type: 'pro',
        tier: 'pro',
        pro_expiry: null,
        address: { ...address, lat: null, long: null, positionBy: 'hand' },
        timezone: 'Europe/Rome',
        role: 'installerAdministrator',
        favourite: false,
        condition: this.condition,
        result: 'pass',
        units: { total: this.units.length, connected: this.units.length },
        lamps: this.lamps.length,
        counts,
        attention: [],
        hasOwner: false,
        archived_at: null,
        plant_users: [],
        owner: null,
        logo: null,
        notifications: true,
        version: 1,
      },
      units: this.units,
      commands: [],
      tests: this.tests,
      servedAt: at,
    }
  }
}
