import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoEmail } from '../../server/src/demo/demo-accounts.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startPostgresqlCluster, usesCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { openTestBroker } from '../../server/src/testing/test-broker.ts'
import { createApiClient } from '../support/api-client.ts'
import { testConfig } from '../support/test-config.ts'
import { type FuzzAccount, type FuzzUnit, fuzzAccounts, fuzzUnits, idleAccount, idOf, tenants } from './estate.ts'
import type { Sender } from './http-lane.ts'
import type { Place } from './names.ts'
import { startServerProcess } from './server-process.ts'

export type Caller = Sender & { callerKind: string; tenant: number }
/** The data for the driver process. */
export type FuzzSetup = {
  /** Multiplies the number of callers. */
  scale: number
  url: string
  unitUrl: string
  units: FuzzUnit[]
  places: Place[][]
  /** Ids forbidden in any input, learnt or not. */
  untouchable: string[]
  /** By the name of the copied demo account. */
  callers: Partial<Record<string, Caller[]>>
}
export type FuzzWorld = Awaited<ReturnType<typeof openWorld>>

/** Durability costs time, and the data need not outlive the run: it uses an in-memory folder if there is one. */
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Callers have separate addresses, as named by a proxy on this machine. */
const addressOf = (n: number): string => `10.1.${n >> 8}.${n & 0xff}`

/** A server with its database and broker (`TEST_DATABASE`, `TEST_BROKER`), and all callers signed in. */
export const openWorld = async ({ scale }: { scale: number }) => {
  const folder = mkdtempSync(join(memoryFolder, 'vigilux-fuzz-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.reverse()) await end()
  }
  const open = async () => {
    const postgresql = usesCluster() ? await startPostgresqlCluster() : null
    if (postgresql) closing.push(() => postgresql.stop())
    const units = fuzzUnits()
    const mosquitto = process.env.TEST_BROKER === 'mosquitto' ? await openTestBroker(units.map(idOf)) : null
    if (mosquitto) closing.push(() => mosquitto.close())
    const port = await freePort()
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const config = testConfig({
      port,
      dataDir,
      mqttPort: await freePort(),
      databaseUrl: postgresql?.url('postgres'),
      mqttUrl: mosquitto?.url,
    })
    const server = await startServerProcess(config, scale)
    closing.push(() => server.stop())
    const url = config.publicUrl ?? ''
    const callers = Object.groupBy(
      await signInAll(url, fuzzAccounts(scale)).catch((error: unknown) => {
        throw new Error(server.errors.map(({ line }) => line).join('\n'), { cause: error })
      }),
      ({ callerKind }) => callerKind,
    )
    const places = Array.from({ length: tenants }, (_, tenant): Place[] =>
      units
        .filter((unit) => unit.tenant === tenant && unit.isEnrolled)
        .map(({ cuType, cuId }) => ({ plantId: server.plantIds[tenant] ?? '', cuType, cuId })),
    )
    const idleClient = createApiClient(url, await cookieOf(url, demoEmail(idleAccount)))
    const untouchable = [server.idlePlant.userId, server.idlePlant.plantId]
    const scene: FuzzSetup = {
      scale,
      url,
      units,
      places,
      untouchable,
      unitUrl: mosquitto?.unitUrl ?? server.mqttUrl,
      callers,
    }
    return { scene, server, idleClient, signalDatabase: postgresql?.signal }
  }
  try {
    return { ...(await open()), close }
  } catch (error) {
    await close()
    throw error
  }
}

const cookieOf = async (url: string, email: string): Promise<string> =>
  (await createApiClient(url).signIn(email)).cookie()

const seedsAtOnce = 4

const signInAll = async (url: string, accounts: FuzzAccount[]): Promise<Caller[]> => {
  const callers: Caller[] = []
  for (let from = 0; from < accounts.length; from += seedsAtOnce)
    callers.push(
      ...(await Promise.all(
        accounts.slice(from, from + seedsAtOnce).map(async (account, n) => ({
          callerKind: account.callerKind,
          tenant: account.tenant,
          address: addressOf(from + n),
          cookie: await cookieOf(url, demoEmail(account)),
        })),
      )),
    )
  return callers
}
