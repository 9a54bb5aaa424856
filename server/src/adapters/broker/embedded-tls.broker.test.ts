import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Authority, createAuthority, readCertificate } from '../../testing/certificates.ts'
import { connectUnit, isEmbedded, silentLog, testFactoryKey, testPlatformPassword } from '../../testing/test-broker.ts'
import { type EmbeddedBroker, openEmbeddedBroker } from './embedded-broker.ts'

const unit = 'logica_0A1B2C'
let authority: Authority
const warn = vi.fn()
let broker: EmbeddedBroker
let cert: string

describe.runIf(isEmbedded)('TLS broker', () => {
  beforeAll(async () => {
    authority = createAuthority()
    const own = readCertificate(authority.issue('localhost', 'IP:127.0.0.1,IP:::1'))
    cert = authority.ca
    broker = await openEmbeddedBroker({
      port: 0,
      host: '0.0.0.0',
      factoryKey: testFactoryKey,
      platformPassword: testPlatformPassword,
      tls: { port: 0, ...own },
      log: { ...silentLog, warn },
      limits: { connectTimeoutMs: 500 },
    })
  })
  afterAll(async () => {
    await broker?.close()
    authority.remove()
  })
  const login = { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit), reconnectPeriod: 0 }

  it('accepts a unit that trusts its certificate', async () => {
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, { ...login, ca: cert })
    expect(broker.connections()).toBe(1)
    await client.publishAsync(`v1/${unit}/up/state`, '{}', { qos: 1 })
    await client.endAsync()
  })

  it('is refused by a unit that does not trust its certificate', async () => {
    await expect(mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, login)).rejects.toThrow(
      /self-signed|unable to verify/,
    )
  })

  it('requires TLS 1.2, also after older or plain connections', async () => {
    const oldTls = connectTls({
      port: Number(broker.tlsPort),
      host: '127.0.0.1',
      ca: cert,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    })
    await expect(
      new Promise((resolve, reject) => void oldTls.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow()
    const plainSocket = connect(Number(broker.tlsPort), '127.0.0.1')
    plainSocket
      .on('error', () => undefined)
      .resume()
      .write('no handshake')
    await once(plainSocket, 'close')
    expect(warn).toHaveBeenCalled()
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, { ...login, ca: cert })
    await client.endAsync()
  })

  it('logs a refused login with the address and the name that the client gave', async () => {
    warn.mockClear()
    const wrong = { ...login, password: 'wrong', ca: cert, reconnectPeriod: 0 }
    for (let n = 0; n < 5; n++)
      await expect(mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, wrong)).rejects.toThrow()
    expect(warn.mock.calls.map(([details]) => details)).toEqual([
      expect.objectContaining({ address: '127.0.0.1', count: 1, names: [login.username] }),
    ])
  })

  it('closes a connection without a handshake', async () => {
    const idleSocket = connect(Number(broker.tlsPort), '127.0.0.1')
    idleSocket.on('error', () => undefined).resume()
    await once(idleSocket, 'close')
  })

  it('accepts plain connections of local units only, and none of the platform', async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, login)
    await client.endAsync()
    const platform = { ...login, clientId: 'platform-x', username: 'platform', password: testPlatformPassword }
    await expect(mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, { ...platform, ca: cert })).rejects.toThrow()
    const ownAddress = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    if (ownAddress)
      await expect(mqtt.connectAsync(`mqtt://${ownAddress}:${broker.port}`, login)).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe.runIf(isEmbedded)('TLS broker with client certificates', () => {
  let authority: Authority
  let broker: EmbeddedBroker
  beforeAll(async () => {
    authority = createAuthority()
    broker = await openEmbeddedBroker({
      port: 0,
      host: '::1',
      factoryKey: testFactoryKey,
      platformPassword: testPlatformPassword,
      tls: { port: 0, ...readCertificate(authority.issue('localhost', 'IP:::1')), clientCa: authority.ca },
      log: silentLog,
    })
  })
  afterAll(async () => {
    await broker?.close()
    authority.remove()
  })
  const login = (name: string, certificate: object) =>
    connectUnit({ unitUrl: `mqtts://[::1]:${broker.tlsPort}` }, name, { ca: authority.ca, ...certificate })

  it('accepts the unit that the certificate names, over IPv6', async () => {
    const client = await login(unit, readCertificate(authority.issue(unit)))
    await client.endAsync()
  })
  it('refuses another unit with that certificate, though it knows the password', async () => {
    await expect(login('logica_0A1B2D', readCertificate(authority.issue(unit)))).rejects.toThrow(
      /Not authorized|Bad user/,
    )
  })
  it('refuses a unit without a certificate, or with one of another authority', async () => {
    const otherAuthority = createAuthority()
    await expect(login(unit, {})).rejects.toThrow()
    await expect(login(unit, readCertificate(otherAuthority.issue(unit)))).rejects.toThrow()
    otherAuthority.remove()
    expect(broker.connections()).toBe(0)
  })
})

describe.runIf(isEmbedded)('the broker on each address', () => {
  const authority = createAuthority()
  const certificate = readCertificate(authority.issue('localhost', 'IP:::1'))
  afterAll(authority.remove)

  it.each([
    ['127.0.0.1', false, '127.0.0.1'],
    ['0.0.0.0', true, '127.0.0.1'],
    ['::1', false, '[::1]'],
    ['::1', true, '[::1]'],
    ['::', false, '[::1]'],
  ])('%s, with TLS: %s, has units of this machine on %s', async (host, hasTls, localHost) => {
    const broker = await openEmbeddedBroker({
      port: 0,
      host,
      factoryKey: testFactoryKey,
      platformPassword: testPlatformPassword,
      tls: hasTls ? { port: 0, ...certificate } : undefined,
      log: silentLog,
    })
    expect(broker.localUrl).toBe(`mqtt://${localHost}:${broker.port}`)
    const client = await connectUnit({ unitUrl: broker.localUrl }, unit)
    await client.endAsync()
    await broker.close()
  })
})
