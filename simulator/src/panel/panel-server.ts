import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import fastify, { type FastifyReply } from 'fastify'
import { z } from 'zod'
import { faultScript } from '../core/fault-script.ts'
import { lampFaults } from '../core/lamp.ts'
import { setFaults } from '../core/lamp-faults.ts'
import type { VirtualUnit } from '../core/virtual-unit.ts'
import { panelPage } from './panel-page.ts'
import { panelStateOf } from './panel-state.ts'

const press = z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) })
const fault = z.strictObject({ fault: faultScript.nullable() })
const mains = z.strictObject({ on: z.boolean() })
const lampFault = z.strictObject({ addr: z.int().min(1), faults: z.array(z.enum(lampFaults)) })

/** What a person may do to a unit, by the last part of the path. Each answers false for a lamp that is not there. */
const actions: Record<string, (unit: VirtualUnit, body: unknown) => boolean> = {
  press: (unit, body) => {
    unit.press(new Set(press.parse(body).keys))
    return true
  },
  fault: (unit, body) => {
    unit.fault = fault.parse(body).fault
    return true
  },
  mains: (unit, body) => {
    unit.setMains(mains.parse(body).on)
    return true
  },
  'lamp-fault': (unit, body) => {
    const { addr, faults } = lampFault.parse(body)
    const lamp = unit.lamps[addr - 1]
    if (lamp) setFaults(unit.context, lamp, faults)
    return lamp !== undefined
  },
}

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The front panels of the units, on loopback: for people in a demo and for tests that press keys. */
export const openPanelServer = async (units: ReadonlyMap<string, VirtualUnit>, port: number) => {
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
  // The same under the page's own path, so that a server need pass on one prefix only.
  for (const prefix of ['/panel', '/dev/panel']) {
    app.get<{ Params: { unit: string } }>(`${prefix}/:unit/state`, (request, reply) => {
      const unit = units.get(request.params.unit)
      return unit ? reply.send(panelStateOf(unit)) : notFound(reply)
    })
    app.post<{ Params: { unit: string; action: string } }>(`${prefix}/:unit/:action`, (request, reply) => {
      const { unit: id, action: name } = request.params
      const unit = units.get(id)
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!unit || !action) return notFound(reply)
      return action(unit, request.body)
        ? reply.send(panelStateOf(unit))
        : reply.code(404).send({ error: 'LAMP_NOT_FOUND' })
    })
  }
  app.get('/panel', () => ({
    units: units
      .values()
      .map((unit) => unit.id)
      .toArray(),
  }))
  app.get<{ Params: { unit: string } }>('/panel/:unit', (request, reply) => {
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
