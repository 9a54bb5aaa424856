import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember } from '../server/src/features/members/index.ts'
import type { User } from '../server/src/kernel/caller.ts'
import { Refusal } from '../server/src/kernel/refusal.ts'
import { isFullRun } from '../server/src/testing/depth.ts'
import { createTestServer, type TestServer } from '../server/src/testing/test-server.ts'
import { type Sample, sampleInputs } from './sample-inputs.ts'

/** Puts hostile values into one field of a valid call. The answer is a result or a coded refusal, never a failure. */
const hostileValues: readonly unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u0000\u0001',
  '-'.repeat(36),
  "'; drop table plant; --",
  '%_\\',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  // The first and the last allowed values: computed values may lie beyond.
  '1900-01-01',
  '2999-12-31',
  '1900-01-01T00:00:00Z',
  '2999-12-31T23:59:59Z',
  // Accepted values may be added to.
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  -0,
  // Its square underflows, and the database reports a failure.
  Number.MIN_VALUE,
  Number.NaN,
  null,
  [],
  {},
  { toString: 1 },
]
/** `npm test` takes every third value, `npm run test:all` takes all. */
const hostileSample = isFullRun ? hostileValues : hostileValues.filter((_, at) => at % 3 === 0)

let server: TestServer
let installer: User
let sample: Sample
/** Several plants: the limits of one do not affect the next test. */
const members: User[] = []
const role = 'installerAdministrator'

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  for (let n = 0; n < 25; n++) {
    const { userId } = await server.create.user()
    await addMember(server.database.db, { plantId, userId, role, invitedBy: null, since: server.clock.now() })
    members.push({ ...installer, userId })
  }
  await server.create.unit(plantId)
  sample = { plantId, userId: randomUUID(), otherId: randomUUID() }
})
afterAll(() => server.stop())

type Input = Record<string, unknown>
const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The input once per field, including nested and optional ones, with this field replaced. */
const variantsOf = (input: Input, fields: readonly string[], value: unknown): Input[] =>
  [...new Set([...Object.keys(input), ...fields])].flatMap((field) => {
    const item = input[field]
    const deeper = isInput(item) ? variantsOf(item, [], value).map((part) => ({ ...input, [field]: part })) : []
    return [...deeper, { ...input, [field]: value }, ...(Array.isArray(item) ? [{ ...input, [field]: [value] }] : [])]
  })

/** The reason why the schema of an action refuses an input, or null if it accepts. */
const reasonOf = (action: ActionName, input: Input): string | null => {
  const { error } = actions[action].input.safeParse(input)
  return error ? error.issues.map(({ code, message }) => code + message).join() : null
}

/** The action's inputs with hostile values. One input per refusal reason of the schema is enough. */
const hostileInputs = (action: ActionName): { at: number; input: Input }[] => {
  const fields = Object.keys(actions[action].input.shape)
  const reasons = new Set<string>()
  const isNew = (reason: string | null): boolean => reason === null || (!reasons.has(reason) && !!reasons.add(reason))
  return hostileSample.flatMap((value, at) =>
    variantsOf(sampleInputs(sample)[action], fields, value).flatMap((input) =>
      isNew(reasonOf(action, input)) ? [{ at, input }] : [],
    ),
  )
}

/** The failure of a call, or null after an answer or a coded refusal. */
const failureOf = async (action: ActionName, at: number, input: Input): Promise<string | null> => {
  const caller = members[at % members.length] ?? installer
  const error: unknown = await server.dispatch({ action, input, caller, requestId: randomUUID() }).then(
    () => null,
    (error: unknown) => error,
  )
  const isRefused = error instanceof Refusal && error.code !== 'TOO_MANY_REQUESTS'
  return error === null || isRefused ? null : `${action} ${JSON.stringify(input)}: ${String(error)}`
}

it('no field value makes an action fail', { timeout: 300_000 }, async () => {
  const failures: string[] = []
  for (const action of Object.keys(actions) as ActionName[])
    for (const { at, input } of hostileInputs(action)) {
      const failure = await failureOf(action, at, input)
      if (failure) failures.push(failure)
    }
  expect(failures).toEqual([])
})

it('actions refuse the invalid fields of the acceptance checks', async () => {
  const { plantId } = sample
  const client = server.as(installer)
  const sampled = sampleInputs(sample)
  for (const search of ['\0', '\ud800']) {
    expect(await client.refusal('getAllPlants', { search })).toBe('INVALID_INPUT')
    expect(await client.refusal('getAudit', { plantId, search })).toBe('INVALID_INPUT')
    expect(await client.refusal('getLamps', { plantId, after: { cu: search, id: 1 } })).toBe('INVALID_INPUT')
    expect(await client.refusal('saveAppConfig', { appConfig: { [search]: true } })).toBe('INVALID_INPUT')
    expect(await client.refusal('saveAppConfig', { appConfig: { density: search } })).toBe('INVALID_INPUT')
  }
  expect(await client.refusal('updatePlant', { ...sampled.updatePlant, version: 2147483648 })).toBe('INVALID_INPUT')
  expect(await client.refusal('getLamps', { plantId, after: { cu: 'logica_0A1B2C', id: 2147483648 } })).toBe(
    'INVALID_INPUT',
  )
})
