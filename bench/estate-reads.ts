import { setTimeout as pause } from 'node:timers/promises'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { sampleInputs } from '../checks/sample-inputs.ts'
import { type ApiClient, createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { demoAccounts, demoEmail } from '../server/src/demo/demo-accounts.ts'
import { countStatements } from '../server/src/testing/count-statements.ts'
import { estateSize, largestPlantId, seedEstate } from './estate.ts'
import { type Figure, percentile, roundValue } from './measure.ts'

const repeats = 20

/** Limits in milliseconds: the first page, a list of 1,000 lamps, the calendar and units of all plants. */
const limits: Readonly<Record<string, number>> = {
  getAllPlants: 30,
  getLamps: 40,
  getTestYear: 50,
  getTestMonth: 50,
  getAllCuInfo: 50,
}
/** Limit of any other read. */
const defaultLimit = 100

const month = new Date().toISOString().slice(0, 7)
const year = new Date().getUTCFullYear()

/** Reads beside those of the samples: over all plants, and in the longest logbook. */
const moreReads: [label: string, name: ActionName, input: object][] = [
  ['getWeek of all plants', 'getWeek', {}],
  ['getTestMonth, largest page', 'getTestMonth', { month, page: 2, pageSize: 200 }],
  ['getTestMonth, searched', 'getTestMonth', { month, search: 'market 19' }],
  ['getTestYear of the next year', 'getTestYear', { year: year + 1 }],
  ['getLogbookDetails, searched', 'getLogbookDetails', { plantId: largestPlantId, page: 1, search: 'visit 4000' }],
  ['getLogbookDetails, page 10,000', 'getLogbookDetails', { plantId: largestPlantId, page: 10_000 }],
]

type Answer = { ms: number; bytes: number; isAnswered: boolean }

/** One call, measured; a call beyond the allowance of the account is repeated later. */
const measureCall = async (person: ApiClient, action: ActionName, input: object): Promise<Answer> => {
  for (;;) {
    const startedAt = performance.now()
    const answer = await person.post('/api', { action, ...input })
    const { length: bytes } = await answer.text()
    const ms = performance.now() - startedAt
    if (answer.status !== 429) return { ms, bytes, isAnswered: answer.ok }
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

type Read = { label: string; name: ActionName; call: () => Promise<Answer> }

/** Every read with a valid input for the largest plant; reads of data missing in the estate are left out. */
const listReads = async (person: ApiClient, userId: string): Promise<Read[]> => {
  const samples = sampleInputs({ plantId: largestPlantId, userId, otherId: userId })
  const ofSamples = (Object.keys(samples) as ActionName[])
    .filter((name) => actions[name].effect === 'read')
    .map((name): [string, ActionName, object] => [name, name, samples[name]])
  const answered: Read[] = []
  for (const [label, name, input] of [...ofSamples, ...moreReads]) {
    const call = () => measureCall(person, name, input)
    if ((await call()).isAnswered) answered.push({ label, name, call })
  }
  return answered
}

/** Time, statements and size of each read of the estate, the slowest first. */
const measureReads = async (reads: readonly Read[]): Promise<Figure[]> => {
  const figures: (Figure & { p95: number })[] = []
  for (const { label, name, call } of reads) {
    const before = countStatements()
    const { bytes } = await call()
    const statements = countStatements() - before
    const values: number[] = []
    for (let n = 0; n < repeats; n++) values.push((await call()).ms)
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
    const limit = limits[name] ?? defaultLimit
    figures.push({
      name: label,
      value: roundValue(p50),
      unit: 'ms',
      limit: { value: limit, what: 'at most, p95' },
      note: `p95 ${roundValue(p95)} ms${p95 > limit ? ', ABOVE THE LIMIT' : ''}; ${statements} statements; ${Math.ceil(bytes / 1024)} KiB`,
      p95,
    })
  }
  return figures.toSorted((a, b) => b.p95 - a.p95).map(({ p95: _, ...figure }) => figure)
}

/** Median time of another account's call, alone and beside three accounts repeating the most expensive reads. */
const measureNeighbours = async (
  product: RunningProduct,
  [first, second, third]: readonly ApiClient[],
): Promise<Figure> => {
  const other = await createApiClient(product.url).signIn('owner')
  const { plants } = await other.call('getAllPlants', {})
  const plantId = plants.find(({ plantname }) => !plantname.startsWith('Market'))?.plant_id ?? ''
  const median = async (): Promise<number> => {
    const values: number[] = []
    for (let n = 0; n < 5 * repeats; n++) values.push((await measureCall(other, 'getPlantDetails', { plantId })).ms)
    return percentile(values, 0.5)
  }
  await median()
  const alone = await median()
  let isRunning = true
  const loop = async (person: ApiClient | undefined, name: ActionName, input: object): Promise<void> => {
    while (isRunning && person) await measureCall(person, name, input)
  }
  const loops = [
    loop(first, 'getTestYear', { year }),
    loop(second, 'getTestMonth', { month, pageSize: 200 }),
    loop(third, 'getAllCuInfo', {}),
  ]
  const beside = await median()
  isRunning = false
  await Promise.all(loops)
  return {
    name: "another's getPlantDetails beside three loops of the calendar and of all units, p50",
    value: roundValue(beside),
    unit: 'ms',
    limit: { value: roundValue(alone), what: 'alone' },
    note: 'at most double',
  }
}

/** Each read on a manufacturer's installation: 2,000 plants, 300,000 lamps, 4 million results, 1.4 million entries. */
export const benchEstate = async (product: RunningProduct): Promise<Figure[]> => {
  const { pool } = product.product().database
  const memberNames = ['installer', 'staff', 'readonly']
  const members = await Promise.all(
    demoAccounts.flatMap(async ({ name, role }) => {
      const { rows } = await pool.query<{ id: string }>(`select id from "user" where email = $1`, [demoEmail({ name })])
      return memberNames.includes(name) && role && rows[0] ? [{ userId: rows[0].id, role }] : []
    }),
  ).then((found) => found.flat())
  await seedEstate(product, members)
  const people = await Promise.all(memberNames.map((name) => createApiClient(product.url).signIn(name)))
  const [person] = people
  if (!person) throw new Error('nobody to read the estate')
  await pollUntil('the estate', async () => (await person.call('getAllPlants', {})).totals.plants >= estateSize.plants)
  const reads = await listReads(person, members[0]?.userId ?? '')
  return [...(await measureReads(reads)), await measureNeighbours(product, people)]
}
