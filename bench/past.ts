import { judgeRules, rulesOf, verdictOf } from '@vigilux/contract/features/compliance/judge.rules.ts'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import { type RunningProduct, startProduct, type TestUnit } from '../e2e/support/running-product.ts'
import { collectFacts } from '../server/src/features/compliance/collect-facts.ts'
import { readProfileChoice } from '../server/src/features/compliance/index.ts'
import { findPlant } from '../server/src/features/plants/index.ts'
import { printedByChromium } from './chromium-print.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'

/** Full units of one plant, with several years of past tests. */
const withSeededPast = async <T>(
  units: number,
  years: number,
  measure: (person: Awaited<ReturnType<typeof signedIn>>, product: RunningProduct) => Promise<T>,
): Promise<T> => {
  const estate = Array.from(
    { length: units },
    (_, n): TestUnit => ({ type: 'logicafm', serial: `0F20${n + 1}`, lamps: 992, enrolled: true, plant: 'logistics' }),
  )
  const product = await startProduct({ units: estate, years, simulatorProcess: true, uncheckedAnswers: true })
  try {
    return await measure(await signedIn(product.url), product)
  } finally {
    await product.stop()
  }
}

const signedIn = async (url: string) => {
  const person = await createApiClient(url).signIn('installer')
  const { plants } = await person.call('getAllPlants', {})
  const plantId = plants.find(({ plantname }) => plantname.includes('Lagerhalle'))?.plant_id ?? ''
  return { person, plantId }
}

const timeOf = (work: () => Promise<unknown>): Promise<number[]> =>
  measureThrice(async () => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }, true)

/** A plant's verdict, computed from facts in memory. */
const measureVerdict = async (product: RunningProduct, plantId: string): Promise<number[]> => {
  const { ports, inTransaction } = product.product()
  const at = ports.clock.now()
  const { facts, choice } = await inTransaction(async ({ tx }) => {
    const plant = await findPlant(tx, plantId)
    const { choice } = await readProfileChoice(tx, plant)
    const input = { at, isPast: false, timezone: plant.timezone, alwaysOpen: choice.alwaysOpen }
    return { facts: await collectFacts(tx, plantId, { ...input, types: ports.devices.types }), choice }
  })
  return timeOf(async () => verdictOf(judgeRules(facts, choice, rulesOf(choice, false).required)))
}

/** Cost of judging a plant of 992 lamps with ten years of tests by all rules. */
export const benchCompliance = (): Promise<Figure[]> =>
  withSeededPast(1, 10, async ({ person, plantId }, product) => {
    const judge = await timeOf(() => person.call('getCompliance', { plantId }))
    const list = await timeOf(() => person.call('getLamps', { plantId }))
    const listing = { values: list, what: 'listing its lamps' }
    const year = new Date().getUTCFullYear()
    return [
      figureOf(
        'verdict of 992 lamps, ten years, derived from its facts',
        'ms',
        await measureVerdict(product, plantId),
        undefined,
        'at most 50 ms',
      ),
      figureOf('compliance, 992 lamps, ten years: today', 'ms', judge, listing),
      figureOf(
        'compliance: a month eight years ago',
        'ms',
        await timeOf(() => person.call('getCompliance', { plantId, month: `${year - 8}-05` })),
        listing,
      ),
      figureOf(
        'compliance: 53 weeks',
        'ms',
        await timeOf(() => person.call('getComplianceWeeks', { plantId })),
        listing,
      ),
    ]
  })

/** A report of nearly ten thousand results, on screen and as PDF, next to Chromium printing the same table. */
export const benchPlantReport = (): Promise<Figure[]> =>
  withSeededPast(5, 2, async ({ person, plantId }) => {
    const input = { plantId, period: 'lastYear' as const }
    const screen = await timeOf(() => person.call('getGlobalReports', { ...input, pageSize: 1000 }))
    const { total } = await person.call('getGlobalReports', input)
    const documentMs = await measureThrice(async () => {
      const startedAt = performance.now()
      const { report } = await person.call('createGlobalReport', { ...input, language: 'en' })
      await pollUntil('the report', async () => {
        const { report: now } = await person.call('getReport', { plantId, reportId: report.id })
        return now.state === 'ready'
      })
      return (performance.now() - startedAt) / 1000
    })
    const rows = await Promise.all(
      Array.from({ length: Math.ceil(total / 1000) }, (_, n) =>
        person.call('getGlobalReports', { ...input, pageSize: 1000, page: n + 1 }),
      ),
    )
    const printed = await printedByChromium(rows.flatMap((page) => page.rows))
    const note = `${total} lamps, ${2 * total} results`
    return [
      figureOf('report over a plant: a page of 1,000 lamps on screen', 'ms', screen, undefined, note),
      figureOf(
        'report over a plant: PDF',
        's',
        documentMs,
        { values: printed.seconds, what: 'Chromium printing the table' },
        note,
      ),
    ]
  })
