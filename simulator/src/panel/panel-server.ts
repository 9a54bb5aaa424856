import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { demoSpeedChange } from '@vigilux/contract/demo.ts'
import { unitErrors, unitKeys, unitWarnings } from '@vigilux/contract/features/central-units/central-unit.ts'
import { reportedLampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import fastify, { type FastifyReply } from 'fastify'
import { z } from 'zod'
import { faultScript } from '../core/fault-script.ts'
import { replaceBattery } from '../core/lamp.ts'
import { setFaults } from '../core/lamp-faults.ts'
import { replaceUnitHardware } from '../core/replace-unit-hardware.ts'
import type { VirtualUnit } from '../core/virtual-unit.ts'
import type { LinePanel } from '../dali-bus/line-panel.ts'
import type { Fleet } from '../fleet.ts'
import { panelPage } from './panel-page.ts'
import { panelStateOf } from './panel-state.ts'

const press = z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) })
const fault = z.strictObject({ fault: faultScript.nullable() })
const mains = z.strictObject({ on: z.boolean() })
const line = z.strictObject({ on: z.boolean() })
const lampFault = z.strictObject({ addr: z.int().min(1), faults: z.array(z.enum(reportedLampErrors)) })
const lampBattery = z.strictObject({ addr: z.int().min(1), lastsS: z.int().min(1).max(86_400) })
const newBattery = z.strictObject({ addr: z.int().min(1) })
const unitFault = z.union([
  z.strictObject({ fault: z.enum(unitErrors), on: z.boolean() }),
  z.strictObject({ warning: z.enum(unitWarnings), on: z.boolean() }),
])
const clock = z.strictObject({ offsetS: z.int().min(-1e9).max(1e9) })
const attach = z.strictObject({ count: z.int().min(1).max(992) })
const exchange = z.strictObject({ lamps: z.int().min(0).max(992), enrolled: z.boolean().default(false) })
const input = z.strictObject({ number: z.int().min(1).max(8), on: z.boolean() })
const bluetooth = z.union([
  z.strictObject({ mac: z.string(), inSight: z.boolean() }),
  z.strictObject({ mac: z.string(), held: z.boolean() }),
])

/** Actions of a person at a unit, by the last part of the path. Each returns an error or null. */
const actions: Record<string, (unit: VirtualUnit, body: unknown) => string | null> = {
  press: (unit, body) => {
    unit.press(new Set(press.parse(body).keys))
    return null
  },
  fault: (unit, body) => {
    unit.fault = fault.parse(body).fault
    return null
  },
  mains: (unit, body) => {
    unit.setMains(mains.parse(body).on)
    return null
  },
  line: (unit, body) => {
    if (line.parse(body).on) unit.comeBack()
    else unit.leave()
    return null
  },
  'lamp-fault': (unit, body) => {
    const { addr, faults } = lampFault.parse(body)
    const lamp = unit.list.at(addr)
    if (!lamp) return 'LAMP_NOT_FOUND'
    if (!faults.every((name) => unit.wire.lampFaults.includes(name))) return 'FAULT_NOT_OF_THIS_TYPE'
    setFaults(unit.context, lamp, faults)
    return null
  },
  'lamp-battery': (unit, body) => {
    const { addr, lastsS } = lampBattery.parse(body)
    const lamp = unit.list.at(addr)
    if (!lamp) return 'LAMP_NOT_FOUND'
    unit.list.isChanged = true
    Object.assign(lamp, { capacity: lastsS / (lamp.ratedMin * 60), charge: 1, chargedAt: Date.now() })
    unit.context.changed([lamp])
    return null
  },
  'new-battery': (unit, body) => {
    const lamp = unit.list.at(newBattery.parse(body).addr)
    if (!lamp) return 'LAMP_NOT_FOUND'
    replaceBattery(lamp, Date.now())
    setFaults(
      unit.context,
      lamp,
      lamp.faults.filter((fault) => !fault.startsWith('battery_')),
    )
    unit.context.detailChanged([lamp])
    return null
  },
  'unit-fault': (unit, body) => {
    const fault = unitFault.parse(body)
    if ('fault' in fault) {
      if (!unit.wire.unitFaults.includes(fault.fault)) return 'FAULT_NOT_OF_THIS_TYPE'
      unit.troubles.setFault(fault.fault, fault.on)
      return null
    }
    if (!unit.wire.unitWarnings.includes(fault.warning)) return 'FAULT_NOT_OF_THIS_TYPE'
    if (fault.warning === 'system_inhibited') unit.inhibition.switch(fault.on)
    else unit.troubles.setWarning(fault.warning, fault.on)
    return null
  },
  clock: (unit, body) => {
    unit.setClock(clock.parse(body).offsetS)
    return null
  },
  input: (unit, body) => {
    const { number, on } = input.parse(body)
    return unit.inputs.set(number, on) ? null : 'INPUT_NOT_FOUND'
  },
  attach: (unit, body) => {
    unit.attach(attach.parse(body).count)
    return null
  },
  exchange: (unit, body) => {
    replaceUnitHardware(unit, exchange.parse(body))
    return null
  },
  bluetooth: (unit, body) => {
    const change = bluetooth.parse(body)
    const { mac } = change
    const isKnownDevice =
      'held' in change ? unit.bluetooth.hold(mac, change.held) : unit.bluetooth.move(mac, change.inSight)
    return isKnownDevice ? null : 'DEVICE_NOT_FOUND'
  },
}

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const actOnLine = (line: LinePanel, action: string, body: unknown, reply: FastifyReply) => {
  const refusal = line.act(action, body)
  return refusal ? reply.code(404).send({ error: refusal }) : reply.send(line.state)
}

/** Front panels of the units on loopback, for people in a demo and for key presses by tests. */
export const openPanelServer = async (
  fleet: Pick<Fleet, 'units' | 'speed' | 'setSpeed' | 'remember'>,
  port: number,
  lines: ReadonlyMap<string, LinePanel> = new Map(),
) => {
  const { units } = fleet
  const app = fastify({ logger: false })
  const style = asset('panel.css')
  const script = asset('panel.client.js')
  const notFound = (reply: FastifyReply) => reply.code(404).send({ error: 'UNIT_NOT_FOUND' })

  app.get('/dev/panel/assets/panel.css', (_, reply) => reply.type('text/css').send(style))
  app.get('/dev/panel/assets/panel.js', (_, reply) => reply.type('text/javascript').send(script))
  app.get<{ Params: { unit: string } }>('/dev/panel/:unit', (request, reply) => {
    const unit = units.get(request.params.unit)
    return unit ? reply.type('text/html').send(panelPage(panelStateOf(unit))) : notFound(reply)
  })
  // Also under the page's own path: a proxy needs only one prefix.
  for (const prefix of ['/panel', '/dev/panel']) {
    app.get<{ Params: { unit: string } }>(`${prefix}/:unit/state`, (request, reply) => {
      const unit = units.get(request.params.unit)
      return unit ? reply.send(panelStateOf(unit)) : notFound(reply)
    })
    app.post<{ Params: { unit: string; action: string } }>(`${prefix}/:unit/:action`, (request, reply) => {
      const { unit: id, action: name } = request.params
      const line = lines.get(id)
      if (line) return actOnLine(line, name, request.body, reply)
      const unit = units.get(id)
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!unit || !action) return notFound(reply)
      const refusal = action(unit, request.body)
      // Saved before the answer: a restart does not lose it.
      fleet.remember()
      return refusal ? reply.code(404).send({ error: refusal }) : reply.send(panelStateOf(unit))
    })
  }
  app.get('/speed', () => ({ speed: fleet.speed }))
  app.post('/speed', (request) => {
    fleet.setSpeed(demoSpeedChange.parse(request.body).speed)
    return { speed: fleet.speed }
  })
  app.get('/panel', () => ({
    units: units
      .values()
      .map((unit) => unit.id)
      .toArray(),
  }))
  app.get<{ Params: { unit: string } }>('/panel/:unit', (request, reply) => {
    const line = lines.get(request.params.unit)
    if (line) return reply.send(line.state)
    const unit = units.get(request.params.unit)
    return unit ? reply.send(panelStateOf(unit)) : notFound(reply)
  })
  app.setErrorHandler((error, _, reply) =>
    error instanceof z.ZodError
      ? reply.code(400).send({ error: 'INVALID_INPUT', issues: error.issues })
      : reply.send(error),
  )
  await app.listen({ port, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}
