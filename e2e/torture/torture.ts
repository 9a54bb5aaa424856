import { parseArgs } from 'node:util'
import { provideTools } from '../../scripts/test-tools.ts'
import { canMount } from '../../server/src/testing/small-disk.ts'
import { tableOf } from './print-report.ts'
import { runTorture, type TortureReport } from './run-torture.ts'
import { stackNames } from './stack.ts'

/**
 * `npm run torture -- --rounds 100`; `--stack built-in` or `postgresql` limits it to one stack, `--seed 1` repeats the
 * same faults, and `--round 17` repeats a single round.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    round: { type: 'string' },
    seed: { type: 'string' },
    stack: { type: 'string' },
  },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const stacks = stackNames.filter((name) => values.stack === undefined || name === values.stack)
const numbers =
  values.round === undefined ? Array.from({ length: Number(values.rounds) }, (_, n) => n + 1) : [Number(values.round)]
const missingTools = [...provideTools(['torture-postgresql-mosquitto']).values()].flat()
if (missingTools.length > 0) console.log(`not found on this machine: ${missingTools.join(' and ')}`)
if (!canMount()) console.log('without full disks: this machine does not let us mount a small one')
console.log(`seed ${seed}, rounds on ${stacks.join(' and ')}`)

let isStopped = false
process.on('SIGINT', () => {
  // Exit at once on the second interrupt: all child processes end with this one.
  if (isStopped) process.exit(1)
  isStopped = true
  console.log('the round under way is the last, and is not judged')
})
const reports: TortureReport[] = []
for (const [at, stack] of stacks.entries()) {
  // Rounds are distributed among the stacks; a repeated round runs on its original stack.
  const rounds = values.round === undefined ? numbers.filter((n) => n % stacks.length === at) : numbers
  reports.push(await runTorture({ stack, seed, rounds, print: console.log, isStopped: () => isStopped }))
}
for (const line of tableOf(reports)) console.log(line)
const failed = reports.flatMap(({ rounds }) => rounds).filter(({ findings }) => findings.length > 0)
for (const { stack, round } of failed)
  console.log(`FAILED: again with npm run torture -- --stack ${stack} --seed ${seed} --round ${round}`)
process.exitCode = failed.length > 0 ? 1 : 0
