import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type SimulatorProcess, startSimulator } from '../../server/src/demo/simulator-process.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { openMailServer } from '../../server/src/testing/mail-server.ts'
import {
  type PostgresqlCluster,
  startPostgresqlCluster,
  usesCluster,
} from '../../server/src/testing/postgresql-cluster.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { createKillableProcess, type KillableProcess } from '../support/killable-process.ts'
import { testConfig } from '../support/test-config.ts'

/** The server and its built-in database are killed while it sends notices; a real mail server records the mails. */
const topic = 'logica_0A1B01'
const folder = mkdtempSync(join(tmpdir(), 'vigilux-telling-'))
let server: KillableProcess
let simulator: SimulatorProcess | undefined
let cluster: PostgresqlCluster | undefined
let mailServer: Awaited<ReturnType<typeof openMailServer>>
let url: string
let aheadMs = 0

/** Mails in progress of a killed server are retried two minutes later, which nothing can speed up. */
vi.setConfig({ testTimeout: 600_000 })

/** Advances the server's clock. */
const advanceClock = (seconds: number) => {
  aheadMs += seconds * 1_000
  server.send({ aheadMs })
}
const killServer = async () => {
  await server.end('SIGKILL')
  mailServer.setBehaviour('takes')
  await server.start({ aheadMs })
}

beforeAll(async () => {
  mailServer = await openMailServer()
  const [port, mqttPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  if (usesCluster()) cluster = await startPostgresqlCluster({ isDurable: true })
  const config = testConfig({
    port,
    mqttPort,
    dataDir: join(folder, 'data'),
    logLevel: 'error',
    demoSpeed: 1,
    authSecret: 'of this test',
    smtpUrl: mailServer.url,
    databaseUrl: cluster?.url('postgres'),
  })
  const estatePath = join(folder, 'estate.json')
  const unit = { type: 'logica', serial: '0A1B01', lamps: 24, enrolled: true, plant: 'hospital', seed: 1 }
  writeFileSync(estatePath, JSON.stringify({ units: [unit] }))
  server = createKillableProcess({
    program: fileURLToPath(new URL('../support/killable-server.ts', import.meta.url)),
    startFile: join(folder, 'start.json'),
    processName: { config, estatePath },
  })
  await server.start({ aheadMs })
  simulator = await startSimulator({
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    factoryKey: testFactoryKey,
    speed: 1,
    estatePath,
    still: true,
    stateFile: join(folder, 'simulator.json'),
    log: quietLog() as never,
  })
})

afterAll(async () => {
  await simulator?.stop()
  // Stops in order: the server also stops its database.
  await server?.end('SIGTERM')
  await cluster?.stop()
  await mailServer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const breakLamp = async (addr: number) => {
  const answer = await fetch(`http://127.0.0.1:${simulator?.panelPort}/panel/${topic}/lamp-fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ addr, faults: ['battery_short'] }),
  })
  expect(answer.ok).toBe(true)
}
/** The message ids received by the mail server for an address. */
const idsTo = (address: string) =>
  mailServer.acceptedMails
    .filter(({ to }) => to[0] === address)
    .map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1])

it('the server notifies each member once and in order although it is killed repeatedly', async () => {
  const installer = await createApiClient(url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  const plantId = plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 24)
  const { plant_users: members } = await installer.call('getPlantUsers', { plantId })
  const notifiedMembers = members.filter(({ role }) => role === 'installerStaff' || role === 'clientOwner')
  expect(notifiedMembers).toHaveLength(2)
  await installer.call('saveEscalation', {
    plantId,
    on: true,
    afterMinutes: 60,
    kinds: ['functionError'],
    version: 0,
    people: notifiedMembers.map(({ userid }) => userid),
  })
  const readDeliveries = async () =>
    (await installer.call('getNoticeHistory', { plantId, pageSize: 1_000 })).deliveries.filter(
      ({ kind }) => kind === 'functionError',
    )
  const causes = (deliveries: Awaited<ReturnType<typeof readDeliveries>>) =>
    deliveries.reduce((total, one) => total + one.causes, 0)

  /** The moments of the kill: after a stored fault, after its notices, during the first mail, after some mails. */
  const moments: (() => Promise<unknown>)[] = [
    () =>
      pollUntil('the fault', async () =>
        (await installer.call('getLamps', { plantId })).lamps.some(({ errors }) => errors.length > 0),
      ),
    async () => {
      advanceClock(20)
      await pollUntil('a notice', async () => (await readDeliveries()).length > 0)
    },
    async () => {
      const mailCount = mailServer.acceptedMails.length
      mailServer.setBehaviour('fallsSilent')
      advanceClock(20)
      await pollUntil('a mail that is not answered', () => mailServer.acceptedMails.length > mailCount)
    },
    async () => {
      const mailCount = mailServer.acceptedMails.length
      advanceClock(20)
      await pollUntil('some mails', () => mailServer.acceptedMails.length > mailCount + 1)
    },
  ]
  for (const [at, moment] of moments.entries()) {
    await breakLamp(at + 1)
    await moment()
    await killServer()
  }
  advanceClock(20)
  const faults = moments.length
  const first = (deliveries: Awaited<ReturnType<typeof readDeliveries>>) =>
    deliveries.filter(
      ({ escalation, person }) => person.userid === notifiedMembers[0]?.userid && escalation?.step === 1,
    )
  await pollUntil('the first to be told of all', async () => causes(first(await readDeliveries())) === faults)

  // Also in the middle of the next step.
  const second = (deliveries: Awaited<ReturnType<typeof readDeliveries>>) =>
    deliveries.filter(({ escalation }) => escalation?.step === 2)
  advanceClock(3_600)
  await pollUntil('the next to be told', async () => second(await readDeliveries()).length > 0)
  await killServer()
  await pollUntil('the next to be told of all', async () => causes(second(await readDeliveries())) === faults)

  const deliveries = await pollUntil('all to be taken', async () => {
    const now = await readDeliveries()
    return now.every(({ state }) => state === 'taken') && now
  })
  const receivers = new Set(deliveries.map(({ person }) => person.userid))
  expect(receivers.size).toBeGreaterThan(notifiedMembers.length)
  for (const userid of receivers) {
    const userDeliveries = deliveries.filter(({ person }) => person.userid === userid)
    const isNext = userid === notifiedMembers[1]?.userid
    expect(causes(userDeliveries)).toBe(isNext ? 2 * faults : faults)
    const email = members.find((member) => member.userid === userid)?.email ?? ''
    // A mail accepted silently before the kill arrives again, with the same id.
    expect(new Set(idsTo(email)).size).toBe(userDeliveries.length)
    expect(idsTo(email).length).toBeLessThanOrEqual(userDeliveries.length + moments.length + 1)
  }
})
