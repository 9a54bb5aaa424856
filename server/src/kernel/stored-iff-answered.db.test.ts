import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleInputs } from '../../../checks/sample-inputs.ts'
import { type Database, openDatabase } from '../adapters/database/open-database.ts'
import { beforeCommit } from '../composition/background.ts'
import { type CommitFault, type CommitProxy, openCommitProxy } from '../testing/commit-proxy.ts'
import { faultyWrites } from '../testing/depth.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { toFailure } from './answer.ts'
import type { User } from './caller.ts'
import { answerWithinDeadline, createDeadline } from './deadline.ts'
import { createDispatcher, type Dispatch } from './dispatch.ts'
import { inTransaction } from './work.ts'

/** The fault of one call. */
const faults = ['none', 'cut before', 'cut after', 'hold', 'cut in work', 'late', 'abandoned'] as const
type Fault = (typeof faults)[number]

const writes = Object.entries(actions as Record<string, ActionDeclaration>).flatMap(([name, { effect }]) =>
  effect === 'write' ? [name as ActionName] : [],
)
const seed = Number(process.env.SEED ?? 1)

/** Mulberry32: the same numbers for the same seed. */
const randomOf = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe(`write under faults, seed ${seed}`, () => {
  let server: TestServer
  let proxied: Database
  let proxy: CommitProxy
  let dispatch: Dispatch
  let office: User
  let fault: Fault = 'none'
  const log = quietLog()

  beforeAll(async () => {
    server = await createTestServer()
    office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    const ofCommit: Partial<Record<Fault, CommitFault>> = {
      'cut before': 'cut before',
      'cut after': 'cut after',
      hold: 'hold',
    }
    proxy = await openCommitProxy(server.database.connection.connectionString ?? '', () => ofCommit[fault] ?? null)
    proxied = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log })
    dispatch = createDispatcher({
      ...server.dispatcherParts,
      inTransaction: (run, deadline) =>
        inTransaction(
          proxied.db,
          async (work) => {
            if (fault === 'cut in work') proxy.cut()
            const output = await run(work)
            if (fault === 'abandoned') deadline?.abandon()
            return output
          },
          {
            log,
            deadline,
            ports: server.ports,
            beforeCommit: beforeCommit({ publish: async () => undefined, log }),
          },
        ),
    })
  })
  afterAll(async () => {
    await proxied.close()
    await proxy.close()
    await server.stop()
  })

  /** A caller with a new plant, and a valid input. */
  const prepareAction = async (action: ActionName) => {
    const { permission } = actions[action]
    const member = await server.create.user()
    const plantId = await server.create.plant({ members: { installerAdministrator: member.userId } })
    await server.create.unit(plantId)
    const caller = permission.startsWith('admin') ? office : member
    const input = sampleInputs({ plantId, userId: caller.userId, otherId: randomUUID() })[action]
    return { action, input, caller }
  }
  type Given = Awaited<ReturnType<typeof prepareAction>>

  const isStored = async (requestId: string): Promise<boolean> => {
    const { rows } = await server.database.pool.query(
      `select exists (select from audit where request_id = $1 and result = 'ok') as stored`,
      [requestId],
    )
    return rows[0].stored
  }

  /** The answer, and whether the effect is stored after the call has ended. */
  const send = async (call: Given, key: string, times: { abandonMs: number; unknownMs: number }) => {
    const requestId = randomUUID()
    const deadline = createDeadline(times.abandonMs)
    const work = dispatch({ ...call, key, requestId, deadline })
    const answer = await answerWithinDeadline(work, deadline, times).then(
      () => 'ok',
      (error) => toFailure(error, requestId, log).body.error,
    )
    proxy.release()
    await work.catch(() => undefined)
    return { answer, stored: await isStored(requestId) }
  }

  const patientTiming = { abandonMs: 20_000, unknownMs: 30_000 }
  const timesOf = (random: () => number) => {
    if (fault === 'late') return { abandonMs: Math.ceil(random() * 12), unknownMs: 30_000 }
    return fault === 'hold' ? { abandonMs: 20_000, unknownMs: 150 } : patientTiming
  }

  type Sent = Awaited<ReturnType<typeof send>>

  /** The repetition has the first answer and no second effect, or runs as if it were the first call. */
  const expectConsistent = (description: string, first: Sent, repeated: Sent): void => {
    if (first.answer !== 'OUTCOME_UNKNOWN')
      expect([description, first.stored]).toEqual([description, first.answer === 'ok'])
    const expected = first.stored ? { answer: 'ok', stored: false } : { ...repeated, stored: repeated.answer === 'ok' }
    expect([description, repeated]).toEqual([description, expected])
  }

  it(`is stored exactly if its answer says so: ${faultyWrites} writes`, async () => {
    const random = randomOf(seed)
    const counts: Record<string, number> = {}
    const count = (outcome: string): void => {
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
    const refusedActions = new Set<ActionName>()
    for (let n = 0; n < faultyWrites; n++) {
      // An action runs once if its sample names a missing item.
      const storedWrites = writes.filter((name) => !refusedActions.has(name))
      const action = storedWrites[(n * 7) % storedWrites.length] as ActionName
      const call = await prepareAction(action)
      const key = randomUUID()
      fault = faults[Math.floor(random() * faults.length)] ?? 'none'
      const caseName = `${n} ${action} ${fault}`
      const first = await send(call, key, timesOf(random))
      count(first.answer)
      fault = 'none'
      const repeated = await send(call, key, patientTiming)
      if (repeated.answer !== 'ok') refusedActions.add(action)
      if (first.answer === 'OUTCOME_UNKNOWN') count(`then ${first.stored}`)
      expectConsistent(caseName, first, repeated)
    }
    // Each outcome occurred, and no write failed by a defect.
    expect(counts.INTERNAL_ERROR ?? 0).toBe(0)
    for (const outcome of ['ok', 'OUTCOME_UNKNOWN', 'STORAGE_SLOW', 'STORAGE_UNAVAILABLE', 'then true', 'then false'])
      expect([outcome, (counts[outcome] ?? 0) > faultyWrites / 50]).toEqual([outcome, true])
  }, 300_000)
})
