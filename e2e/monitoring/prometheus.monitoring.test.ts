import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type Prometheus, startPrometheus } from '../support/prometheus.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** A real Prometheus with the rules of the product scrapes a server with all counted events. */
let product: RunningProduct
let prometheus: Prometheus
let installer: ApiClient
let plantId: string

const deploy = (path: string): string => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vigilux-monitoring-'))
const unit = 'logica_0A1B01'

beforeAll(async () => {
  product = await startProduct({
    units: [
      { type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' },
      {
        type: 'logicafm',
        serial: '0F201',
        lamps: 4,
        enrolled: true,
        plant: 'hospital',
        fault: { name: 'never-answers' },
      },
    ],
    credentialsFor: ['logica_0A1B02'],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 8)
  prometheus = await startPrometheus(product.metricsUrls())
})
afterAll(async () => {
  await prometheus?.stop()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const connectAs = (clientId: string, password: string) =>
  mqtt.connectAsync(product.unitMqttUrl, { clientId, username: clientId, password, reconnectPeriod: 0 })

/** An unreadable message, and a login with a password of another unit. */
const sendRubbish = async (): Promise<void> => {
  const client = await connectAs(unit, unitPassword(testFactoryKey, unit))
  await client.publishAsync(`v1/${unit}/up/state`, '{', { qos: 1 })
  await client.endAsync()
  await expect(connectAs(unit, unitPassword(testFactoryKey, 'logica_0A1B02'))).rejects.toThrow()
}

const exceedLimit = (): Promise<unknown> =>
  Promise.all(
    Array.from({ length: 130 }, () =>
      fetch(`${product.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    ),
  )

const happenOnce = async (): Promise<void> => {
  await product.panel(unit, 'mains', { on: false })
  await product.panel(unit, 'mains', { on: true })
  await installer.call('identifyLamp', { plantId, topic: 'logicafm_0F201', addr: 1, seconds: 2 })
  await sendRubbish()
  await exceedLimit()
  await runOperatorCommand('backup', ['--to', join(folder, 'backup')], product.config)
}

type Panel = { title: string; targets?: { expr: string }[] }

const panelQueries = (
  JSON.parse(readFileSync(deploy('grafana/vigilux.json'), 'utf8')) as { panels: Panel[] }
).panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '5m') })),
)

/** Panels without a value, or with one other than a number, as of a rate of nothing. */
const emptyPanels = async (): Promise<string[]> => {
  const answers = await Promise.all(
    panelQueries.map(async ({ title, query }) => ({
      title: `${title}: ${query}`,
      samples: await prometheus.query(query),
    })),
  )
  const isEmpty = (samples: { value: [number, string] }[]) =>
    samples.length === 0 || samples.every(({ value: [, text] }) => !Number.isFinite(Number(text)))
  return answers.filter(({ samples }) => isEmpty(samples)).map(({ title }) => title)
}

it('each query of the dashboard has an answer from a server in use', async () => {
  expect(panelQueries.length).toBeGreaterThan(35)
  await happenOnce()
  let empty: string[] = []
  const isFull = async () => {
    await installer.call('getLamps', { plantId })
    await installer.call('identifyLamp', { plantId, topic: unit, addr: 1, seconds: 2 })
    await product.panel(unit, 'mains', { on: false })
    await product.panel(unit, 'mains', { on: true })
    empty = await emptyPanels()
    return empty.length === 0
  }
  await pollUntil('every panel', isFull, 60_000).catch(() => undefined)
  expect(empty).toEqual([])
})

it('Prometheus evaluates each alert rule, on metrics that exist', async () => {
  const rules = await pollUntil('the evaluation', async () => {
    const found = await prometheus.rules()
    return found.length > 0 && found.every(({ health }) => health !== 'unknown') && found
  })
  expect(rules.length).toBeGreaterThan(15)
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
  const text = readFileSync(deploy('prometheus/alerts.yml'), 'utf8')
  const metrics = new Set(text.match(/\b(up|(vigilux|nodejs)_\w+)(?=[{ )[])/g))
  expect(metrics.size).toBeGreaterThan(15)
  for (const metric of metrics) expect(await prometheus.query(metric), metric).not.toEqual([])
  // A dead letter was written, and nothing else is wrong. A rule may have been evaluated before its metric was read.
  let raised: string[] = []
  const isCalm = async () => {
    raised = (await prometheus.rules()).filter(({ state }) => state !== 'inactive').map(({ name }) => name)
    return raised.every((name) => name === 'VigiluxRecordsSetAside')
  }
  await pollUntil('the next evaluation', isCalm, 15_000).catch(() => undefined)
  expect(raised.filter((name) => name !== 'VigiluxRecordsSetAside')).toEqual([])
})

it('no metric names a plant, a person or a unit', async () => {
  const texts = await Promise.all(product.metricsUrls().map(async (url) => (await fetch(url)).text()))
  for (const secret of [plantId, unit, '0A1B', 'camillo', '@', '127.0.0.1'])
    expect(texts.join('\n')).not.toContain(secret)
})

it('the address for browsers has no metrics', async () => {
  const answer = await fetch(`${product.url}/metrics`)
  expect(await answer.text()).not.toContain('vigilux_calls_total')
})

it('a backup whose time cannot be written down is a backup all the same', async () => {
  mkdirSync(join(product.config.dataDir, 'last-backup.json.new'))
  const to = join(folder, 'unmarked')
  const { stdout } = await runOperatorCommand('backup', ['--to', to], product.config)
  expect(stdout).toContain('The backup is complete, but the metrics do not show it: EISDIR')
  expect((await runOperatorCommand('restore', ['--from', to, '--check'], product.config)).stdout).toContain(to)
})

it('the alert rules pass their tests', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })
  expect(promtool('check', 'rules', deploy('prometheus/alerts.yml'))).toContain('SUCCESS')
  expect(promtool('test', 'rules', deploy('prometheus/alerts.test.yml'))).toContain('SUCCESS')
})
