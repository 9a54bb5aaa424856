import { appendFileSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { usesCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { runTorture } from '../torture/run-torture.ts'
import { ledgerUnits, type Stack } from '../torture/stack.ts'
import type { Finding } from '../torture/verdict.ts'

/** One round of `npm run torture`, then a check of the ledgers with planted errors. */
const stack = usesCluster() ? 'postgresql' : 'built-in'

const copyOf = (table: string, otherColumns: string, condition: string): string =>
  `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(one) || ${otherColumns})).* from ${table} one where ${condition} limit 1`
const anotherId = `jsonb_build_object('id', gen_random_uuid())`
const firstOf = (table: string, condition: string): string =>
  `delete from ${table} where ctid = (select ctid from ${table} where ${condition} limit 1)`
const savedRooms = `action = 'saveRoom' and result = 'ok'`

/** Statements for tampering with stored data, and the expected finding of each. */
const tamperings: [statement: string, found: RegExp][] = [
  [firstOf('unit_record', `kind = 'lamp.fault'`), /^lost: record \d+:\d+ of \w+, acknowledged$/],
  [
    copyOf('unit_record', `jsonb_build_object('seq', 1000000)`, 'true'),
    /^wrong: record \d+:1000000 of \w+ was never made$/,
  ],
  [
    `update unit_record set body = '[]' where ctid = (select min(ctid) from unit_record)`,
    /^wrong: record .* is stored as another$/,
  ],
  // Results without a boot are the platform's own, of a test that never began.
  [firstOf('test_result', 'boot is not null'), /^lost: result of lamp \d+ in test/],
  [
    copyOf('unit_command', anotherId, `name = 'identify' and state = 'done'`),
    /^twice: identifyLamp \w+ \d+ \d+: 2 times$/,
  ],
  [`update unit_command set attempt = 0 where state = 'done'`, /^wrong: command .* was done and never sent$/],
  [`update lamp set errors = array['dali']`, /^lost: the state of lamp \d+ of \w+: has/],
  [firstOf('room', 'true'), /^lost: saveRoom Room \d+$/],
  [copyOf('audit', anotherId, savedRooms), /^twice: the audit of saveRoom Room \d+: 2 times$/],
  // All of them, after the copy: a short round may have saved only one room.
  [`delete from audit where ${savedRooms}`, /^lost: the audit of saveRoom Room \d+$/],
]

/** As if a unit repeated its executions; returns their number. */
const executeAgain = ({ ledgerOf }: Stack): number => {
  const path = ledgerOf(ledgerUnits[0] ?? '')
  const done = readFileSync(path, 'utf8')
    .split('\n')
    .find((line) => line.includes('"execution"') && !line.includes('"refresh"'))
  if (!done) return 0
  appendFileSync(path, `${done}\n`)
  return 1
}

const describeFinding = ({ kind, description }: Finding): string => `${kind}: ${description}`

it('the product loses and duplicates nothing under faults, and the run detects tampering', { retry: 0 }, async () => {
  const missedTamperings: string[] = []
  let done = 0
  let ableTamperings = tamperings
  const printedLines: string[] = []
  const report = await runTorture({
    stack,
    seed: 1,
    rounds: [1],
    faultsWithinMs: 5_000,
    print: (line) => printedLines.push(line),
    async afterwards(open, judge, requests) {
      // A person without an answer does not miss a room, although it may be stored.
      if (!requests.some(({ action, outcome }) => action === 'saveRoom' && outcome === 'answered'))
        ableTamperings = tamperings.filter(([, expectedFinding]) => !expectedFinding.source.includes('saveRoom'))
      const knownFindings = new Set((await judge()).map(describeFinding))
      const isMissed = async (tamper: () => Promise<number>, expectedFinding: RegExp): Promise<boolean> => {
        // A short round may leave no row to tamper with.
        if ((await tamper()) === 0) return false
        done += 1
        const found = (await judge()).map(describeFinding).filter((one) => !knownFindings.has(one))
        for (const finding of found) knownFindings.add(finding)
        return !found.some((one) => expectedFinding.test(one))
      }
      for (const [statement, expectedFinding] of ableTamperings) {
        const tamper = () => open.inDatabase(async (client) => (await client.query(statement)).rowCount ?? 0)
        if (await isMissed(tamper, expectedFinding)) missedTamperings.push(statement)
      }
      if (await isMissed(async () => executeAgain(open), /^executed twice: command .*: 2 times$/))
        missedTamperings.push('executed twice')
    },
  })
  expect(
    report.rounds.flatMap(({ findings }) => findings),
    printedLines.join('\n'),
  ).toEqual([])
  expect(report.totals.sent).toBeGreaterThan(20)
  // The number of answered people depends on the machine; the stored data is checked below.
  expect(report.totals.answered).toBeGreaterThan(0)
  expect(missedTamperings).toEqual([])
  expect(done).toBeGreaterThanOrEqual(ableTamperings.length - 2)
})
