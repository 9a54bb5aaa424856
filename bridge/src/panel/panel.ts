import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type UnitKey, unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitFront } from '@vigilux/contract/features/central-units/unit-front.ts'
import { z } from 'zod'
import { panelPage } from './panel-page.ts'

export type PanelOptions = {
  unit: string
  host: string
  port: number
  front(): UnitFront
  press(keys: UnitKey[]): void
}

const pressed = z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) })
const maxBodyBytes = 1_000

/** Panel of the bridge in front of the installer: its display, its lights and its keys. */
export const openPanel = async (options: PanelOptions): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => response.writeHead(400).end())
  })
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server, { host, port }: PanelOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

const answer = async (options: PanelOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const json = () =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(options.front()))
  if (request.method === 'GET' && request.url === '/') {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': panelPage.policy }
    response.writeHead(200, headers).end(panelPage.html(options.unit))
  } else if (request.method === 'GET' && request.url === '/state') json()
  else if (request.method === 'POST' && request.url === '/press') {
    // A page of another site cannot send this header without being allowed.
    if (request.headers['content-type'] !== 'application/json') return void response.writeHead(415).end()
    options.press(pressed.parse(JSON.parse(await readBody(request))).keys)
    json()
  } else response.writeHead(404).end()
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const part of request) {
    body += String(part)
    if (body.length > maxBodyBytes) throw new RangeError('too long')
  }
  return body
}
