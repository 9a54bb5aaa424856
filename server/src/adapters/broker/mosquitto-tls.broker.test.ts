import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Authority, type Certificate, createAuthority, readCertificate } from '../../testing/certificates.ts'
import {
  isEmbedded,
  type MosquittoBroker,
  openMosquitto,
  silentLog,
  testFactoryKey,
  testPlatformPassword,
} from '../../testing/test-broker.ts'
import { openMqttLink } from './mqtt-link.ts'

const [unit, other, unlisted] = ['logica_0A1B2C', 'logica_0A1B2D', 'logica_0A1B2E']

describe.skipIf(isEmbedded)('Mosquitto with TLS and client certificates on both listeners', () => {
  let authority: Authority
  let broker: MosquittoBroker
  let serverCertificate: Certificate
  const clients: MqttClient[] = []

  beforeAll(async () => {
    authority = createAuthority()
    serverCertificate = authority.issue('server-1')
    const own = { ...authority.issue('broker', 'IP:127.0.0.1'), clientCa: authority.caFile }
    // Mosquitto reads them as its own user.
    chmodSync(dirname(own.key), 0o755)
    chmodSync(own.key, 0o644)
    broker = await openMosquitto([unit, other], { tls: own, platformTls: own })
  })
  afterAll(async () => {
    for (const client of clients) await client.endAsync(true)
    await broker?.close()
    authority.remove()
  })

  const openLink = (tls: { ca?: string; cert?: string; key?: string }) =>
    openMqttLink({
      url: broker.url,
      username: 'platform',
      password: testPlatformPassword,
      sharesUnits: true,
      tls,
      log: silentLog,
    })
  const login = async (holder: string, username = holder): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(broker.unitUrl, {
      clientId: username,
      username,
      password: unitPassword(testFactoryKey, username),
      reconnectPeriod: 0,
      ca: authority.ca,
      ...readCertificate(authority.issue(holder)),
    })
    clients.push(client)
    return client
  }

  test('the server connects with its certificate, proves the broker and receives units', async () => {
    const link = openLink({ ca: authority.ca, ...readCertificate(serverCertificate) })
    const topics: string[] = []
    link.onMessage(async ({ topic }) => void topics.push(topic))
    await link.connect()
    const client = await login(unit)
    await client.publishAsync(`v1/${unit}/up/state`, '{}', { qos: 1 })
    await vi.waitFor(() => expect(topics).toContain(`v1/${unit}/up/state`))
    await link.close()
  })

  test.each([
    ['does not trust the authority', () => readCertificate(serverCertificate)],
    ['has no certificate', () => ({ ca: authority.ca })],
  ])('a server that %s does not connect', async (_, tls) => {
    await expect(openLink(tls()).connect()).rejects.toThrow()
  })

  test('a unit is what its certificate says, whatever its name and password are', async () => {
    const seen: string[] = []
    const link = openLink({ ca: authority.ca, ...readCertificate(serverCertificate) })
    link.onMessage(async ({ topic }) => void seen.push(topic))
    await link.connect()
    const client = await login(unit, other)
    await client.publishAsync(`v1/${other}/up/state`, '{}', { qos: 1 })
    await client.publishAsync(`v1/${unit}/up/telemetry`, '{}', { qos: 1 })
    await vi.waitFor(() => expect(seen).toContain(`v1/${unit}/up/telemetry`))
    expect(seen).not.toContain(`v1/${other}/up/state`)
    await link.close()
  })

  test('a unit without a line in the files, or no longer in them, reaches nobody', async () => {
    const seen: string[] = []
    const link = openLink({ ca: authority.ca, ...readCertificate(serverCertificate) })
    link.onMessage(async ({ topic }) => void seen.push(topic))
    await link.connect()
    const sendState = async (client: MqttClient, name: string) =>
      void (await client.publishAsync(`v1/${name}/up/state`, '{}', { qos: 1 }))
    const [listed, unlistedClient] = [await login(other), await login(unlisted)]
    await sendState(unlistedClient, unlisted)
    await sendState(listed, other)
    await vi.waitFor(() => expect(seen).toEqual([`v1/${other}/up/state`]))
    await broker.reload([unit, unlisted])
    await vi.waitFor(async () => {
      await sendState(unlistedClient, unlisted)
      expect(seen).toContain(`v1/${unlisted}/up/state`)
    })
    seen.length = 0
    await sendState(listed, other)
    await sendState(unlistedClient, unlisted)
    await vi.waitFor(() => expect(seen).toContain(`v1/${unlisted}/up/state`))
    expect(seen).not.toContain(`v1/${other}/up/state`)
    await link.close()
  })
})
