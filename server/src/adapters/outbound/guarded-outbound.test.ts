import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPushEndpoint } from '../../testing/push-endpoint.ts'
import { guardedOutbound, isPublic, publicLookup } from './guarded-outbound.ts'

let service: Awaited<ReturnType<typeof openPushEndpoint>>
beforeEach(async () => {
  service = await openPushEndpoint()
})
afterEach(() => service.close())

/** A free port without a listener. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
const request = { headers: {}, body: 'x' }
const outbound = guardedOutbound({ allowPrivate: true, patienceMs: 300 })

it.each([
  '127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.3.4',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'no address',
  // Addresses with an embedded IPv4 address, and addresses outside the public internet.
  '::127.0.0.1',
  '::10.0.0.1',
  '::198.41.0.4',
  '::ffff:0:10.0.0.1',
  '64:ff9b:1::a00:1',
  '2001:0:1::1',
  'fec0::1',
  '2001:500:2::5efe:10.0.0.1',
  '2001:500:2::200:5efe:10.0.0.1',
  '3fff::1',
  '5f00::1',
  '100::1',
  '2001:db8::1',
])('%s is not public', (address) => expect(isPublic(address)).toBe(false))

it.each(['198.41.0.4', '2001:500:2::c'])('%s is public', (address) => expect(isPublic(address)).toBe(true))

it.each([
  'http://push.vigilux.test/',
  'https://localhost/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://a:b@push.vigilux.test/',
  'https://[::127.0.0.1]/',
  'https://push.vigilux.test:22/',
  'https://push.vigilux.test:80/',
  'https://198.41.0.4:1023/',
  'ftp://push.vigilux.test/',
  'file:///etc/passwd',
  'nothing',
])('%s is never requested', async (address) => {
  const privateGuard = guardedOutbound({ allowPrivate: false })
  expect(privateGuard.mayAsk(address)).toBe(false)
  await expect(privateGuard.post(address, request)).rejects.toThrow('internal')
})

it('allows port 443 and ports above 1023, and port 80 where private requests are allowed', () => {
  const privateGuard = guardedOutbound({ allowPrivate: false })
  for (const port of ['', ':443', ':1024', ':8443', ':65535'])
    expect(privateGuard.mayAsk(`https://push.vigilux.test${port}/`), port).toBe(true)
  expect(outbound.mayAsk('http://intranet/')).toBe(true)
  expect(outbound.mayAsk('http://intranet:25/')).toBe(false)
})

it.each([
  [['10.0.0.1'], 'internal'],
  [['198.41.0.4', '10.0.0.1'], 'internal'],
  [['::ffff:127.0.0.1'], 'internal'],
  [[], 'internal'],
])('does not request a name that resolves to %j', async (addresses, reason) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookUp = (_name: string, _options: object, done: (error: null, found: object[]) => void) => done(null, found)
  const privateGuard = guardedOutbound({ allowPrivate: false, lookup: publicLookup(lookUp as never) })
  await expect(privateGuard.post('https://push.vigilux.test/', request)).rejects.toThrow(reason)
})

it.each([
  ['https://push.vigilux.test/', ['198.41.0.4'], true],
  ['https://push.vigilux.test/', ['198.41.0.4', '10.0.0.1'], false],
  ['https://push.vigilux.test/', [], false],
  ['https://198.41.0.4/', ['10.0.0.1'], true],
  ['https://10.0.0.1/', ['198.41.0.4'], false],
  ['http://push.vigilux.test/', ['198.41.0.4'], false],
])('reports for %s with the addresses %j whether it may be reached: %j', async (address, addresses, mayReach) => {
  const found = addresses.map((one) => ({ address: one, family: 4 }))
  const lookUp = (_name: string, _options: object, done: (error: null, found: object[]) => void) => done(null, found)
  const privateGuard = guardedOutbound({ allowPrivate: false, lookup: publicLookup(lookUp as never) })
  expect(await privateGuard.mayReach(address)).toBe(mayReach)
})

it('reports an unresolved name as unreachable, and skips the lookup where everything is allowed', async () => {
  const unknown = publicLookup(((_name: string, _options: object, done: (error: Error) => void) =>
    done(new Error('ENOTFOUND'))) as never)
  expect(await guardedOutbound({ allowPrivate: false, lookup: unknown }).mayReach('https://a.vigilux.test/')).toBe(
    false,
  )
  const noCallback = () => undefined
  const slowOutbound = guardedOutbound({ allowPrivate: false, lookup: noCallback, lookupWithinMs: 1 })
  expect(await slowOutbound.mayReach('https://a.vigilux.test/')).toBe(false)
  expect(await guardedOutbound({ allowPrivate: true, lookup: noCallback }).mayReach('http://a.vigilux.test/')).toBe(
    true,
  )
})

it('requests the same address that it checked', async () => {
  const lookedUpNames: string[] = []
  const pinned = guardedOutbound({
    allowPrivate: true,
    lookup: (name, options, done) => {
      lookedUpNames.push(name)
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
      else done(null, '127.0.0.1', 4)
    },
  })
  const hostUrl = service.url.replace('127.0.0.1', 'push.vigilux.test')
  expect(await pinned.post(hostUrl, request)).toMatchObject({ status: 201 })
  expect(lookedUpNames).toEqual(['push.vigilux.test'])
})

it('follows no redirect', async () => {
  service.setBehaviour('redirects')
  expect(await outbound.post(service.url, request)).toEqual({ status: 307, text: '' })
  expect(service.countRequests()).toBe(1)
})

it('reads only the beginning of an endless answer', async () => {
  service.setBehaviour('endless')
  const { status, text } = await outbound.post(service.url, request)
  expect([status, text.length]).toEqual([201, 1_000])
})

it('gives up on a silent or unavailable service', async () => {
  service.setBehaviour('silent')
  await expect(outbound.post(service.url, request)).rejects.toThrow('timeout')
  await expect(outbound.post(`http://127.0.0.1:${await closedPort()}/`, request)).rejects.toThrow('ECONNREFUSED')
})
