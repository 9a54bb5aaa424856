import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isEmbedded, silentLog, testFactoryKey, testPlatformPassword } from '../../testing/test-broker.ts'
import { type EmbeddedBroker, openEmbeddedBroker } from './embedded-broker.ts'

const unit = 'logica_0A1B2C'
const folder = mkdtempSync(join(tmpdir(), 'vigilux-tls-'))
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
const warn = vi.fn()
let broker: EmbeddedBroker
let cert: string

describe.runIf(isEmbedded)('TLS broker', () => {
  beforeAll(async () => {
    const opensslArgs = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', [...opensslArgs, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
    cert = readFileSync(certFile, 'utf8')
    broker = await openEmbeddedBroker({
      port: 0,
      host: '0.0.0.0',
      factoryKey: testFactoryKey,
      platformPassword: testPlatformPassword,
      tls: { port: 0, cert, key: readFileSync(keyFile, 'utf8') },
      log: { ...silentLog, warn },
      limits: { connectTimeoutMs: 500 },
    })
  })
  afterAll(async () => {
    await broker?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const login = { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit), reconnectPeriod: 0 }

  it('accepts a unit that trusts its certificate', async () => {
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, { ...login, ca: cert })
    expect(broker.connections()).toBe(1)
    await client.publishAsync(`v1/${unit}/up/state`, '{}', { qos: 1 })
    await client.endAsync()
  })

  it('is refused by a unit that does not trust its certificate', async () => {
    await expect(mqtt.connectAsync(`mqtts://127.0.0.1:${broker.tlsPort}`, login)).rejects.toThrow(/self-signed/)
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
