import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { browserArguments, browserPath } from '../e2e/support/browser.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { type Figure, percentile } from './measure.ts'
import { signIn } from './web-browser.ts'

/** Fetched by npm for this measurement alone: decision 39. */
const lighthouse = 'lighthouse@13.5.0'
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof categories)[number], { score: number | null }>

/** One mobile run of Lighthouse with an empty cache, in the browser that listens on this port. */
const scoresOf = async (address: string, port: number, folder: string): Promise<Scores> => {
  const report = join(folder, 'report.json')
  const options = ['--output=json', `--output-path=${report}`, `--port=${port}`, '--disable-storage-reset', '--quiet']
  await promisify(execFile)('npx', ['--yes', lighthouse, address, ...options])
  return (JSON.parse(readFileSync(report, 'utf8')) as { categories: Scores }).categories
}

/** Lighthouse's four scores of the sign-in page and of home, as a phone on a slow line sees them; 100 is best. */
export const benchScores = async (url: string): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const name of ['login', 'home'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'vigilux-scores-'))
    const port = await freePort()
    const args = [...browserArguments, `--remote-debugging-port=${port}`]
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: browserPath,
      args,
      locale: 'en-GB',
    })
    const [page = await context.newPage()] = context.pages()
    if (name === 'home') await signIn(page, url)
    await page.goto('about:blank')
    const devtools = await context.newCDPSession(page)
    const all: Scores[] = []
    for (let n = 0; n < runs; n++) {
      await devtools.send('Network.clearBrowserCache')
      all.push(await scoresOf(`${url}/#/${name}`, port, folder))
    }
    for (const category of categories) {
      const scores = all.map((one) => (one[category].score ?? 0) * 100).sort((a, b) => a - b)
      const spread = { min: scores[0] ?? 0, median: percentile(scores, 0.5), max: scores.at(-1) ?? 0 }
      figures.push({
        name: `Lighthouse mobile, ${name}, ${category}`,
        value: spread.median,
        spread,
        unit: '',
        note: `${runs} runs`,
      })
    }
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}
