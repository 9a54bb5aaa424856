import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/src/testing/free-port.ts'
import { pollUntil } from './api-client.ts'

const rulesPath = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))

type Sample = { metric: Record<string, string>; value: [number, string] }
type Rule = { name: string; health: string; lastError?: string; state: string }

/** A Prometheus of the machine, scraping these addresses every second, with the product's rules. */
export const startPrometheus = async (metricsUrls: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-prometheus-'))
  const targets = metricsUrls.map((url) => new URL(url).host)
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesPath],
    scrape_configs: [{ job_name: 'vigilux', static_configs: [{ targets }] }],
  }
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const options = [
    `config.file=${folder}/prometheus.yml`,
    `storage.tsdb.path=${folder}/data`,
    `web.listen-address=127.0.0.1:${port}`,
  ]
  const child = spawn(
    'prometheus',
    options.map((option) => `--${option}`),
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const get = async <Data>(path: string): Promise<Data> => {
    const answer = (await (await fetch(`${url}/api/v1${path}`)).json()) as {
      status: string
      data: Data
      error?: string
    }
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await pollUntil('Prometheus', isReady)
  return {
    query: async (expression: string): Promise<Sample[]> =>
      (await get<{ result: Sample[] }>(`/query?query=${encodeURIComponent(expression)}`)).result,
    rules: async (): Promise<Rule[]> =>
      (await get<{ groups: { rules: Rule[] }[] }>('/rules')).groups.flatMap((group) => group.rules),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>
