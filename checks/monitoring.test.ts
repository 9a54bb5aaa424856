import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSource, repositoryFiles } from './sources.ts'

/** Documents, alert rules and dashboard name existing metrics of the server. */

const sources = repositoryFiles().filter((path) => /^server\/src\/.*\.ts$/.test(path) && !path.includes('.test.'))
const declared = sources.flatMap((path) =>
  [...readSource(path).matchAll(/\bname: '(vigilux_\w+)'/g)].map(([, name]) => `${name}`),
)

const unitsOf = /_(total|seconds|bytes|waiting|pending|open|stored|used|max|connected|answers)$/

test('docs/operations/monitoring.md lists exactly the metrics of the server', () => {
  const described = [...readSource('docs/operations/monitoring.md').matchAll(/^\| `(vigilux_\w+)`/gm)].map(
    ([, name]) => `${name}`,
  )
  expect(declared.length).toBeGreaterThan(30)
  expect(described.toSorted()).toEqual([...new Set(declared)].toSorted())
})

test('a metric is named like those of other programs: its unit is the last word', () => {
  expect(declared.filter((name) => name !== 'vigilux_browsers' && !unitsOf.test(name))).toEqual([])
})

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
type RuleTests = { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] }

const rules = (parse(readSource('deploy/prometheus/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)

test('each alert has a page section that says what it means, what to look at and what to do', () => {
  const sections = readSource('docs/operations/alerts.md').split('\n## ').slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(
    expect.arrayContaining(rules.map(({ alert }) => alert)),
  )
  expect(sections).toHaveLength(rules.length)
  const parts = ['Meaning', 'Look at', 'Do']
  expect(sections.filter((section) => !parts.every((part) => section.includes(`\n**${part}.** `)))).toEqual([])
})

type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }

const queries = (JSON.parse(readSource('deploy/grafana/vigilux.json')) as Dashboard).panels.flatMap(
  ({ targets = [] }) => targets.map(({ expr }) => expr),
)
/** Metrics in queries, without the suffixes of histograms. */
const metricsIn = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\bvigilux_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
    ),
  )

test('alert rules and dashboard query only metrics of the server', () => {
  const queried = metricsIn([...queries, ...rules.map(({ expr }) => expr)])
  expect([...queried].filter((name) => !declared.includes(name))).toEqual([])
})

test('the dashboard shows every metric of the server', () => {
  const shown = metricsIn(queries)
  expect(declared.filter((name) => !shown.has(name))).toEqual([])
})

test('each alert is tested: it fires, and it does not', () => {
  const tests = (parse(readSource('deploy/prometheus/alerts.test.yml')) as RuleTests).tests.flatMap(
    ({ alert_rule_test: cases }) => cases,
  )
  const tested = (fires: boolean) =>
    new Set(tests.filter((one) => one.exp_alerts.length > 0 === fires).map(({ alertname }) => alertname))
  for (const fires of [true, false])
    expect(rules.map(({ alert }) => alert).filter((alert) => !tested(fires).has(alert))).toEqual([])
})
