import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Declared, shown } from './check.ts'
import type { SentCommand } from './observed-unit.ts'

const declared = {
  boot: {
    id: 'restart',
    step: 10,
    title: 'a restart raises the boot number and keeps the life',
    clause: 'docs/protocol/topics.md, Online',
    expected: 'the same life, the next boot, connections from 0',
  },
  memory: {
    id: 'restart-memory',
    step: 10,
    title: 'answers are remembered over a restart',
    clause: 'docs/protocol/README.md, step 10',
    expected: 'a command from before gets its answer again',
  },
  newLife: {
    id: 'new-life',
    step: 10,
    title: 'factory state begins another life',
    clause: 'docs/protocol/topics.md, Online',
    expected: 'deEnrol is done, then a birth of another life; commands are refused with NOT_ENROLLED',
  },
} as const satisfies Record<string, Declared>

export const checkRestart = async (
  { unit, judge, skip, say, hands }: Bench,
  command: SentCommand | null,
): Promise<void> => {
  if (!hands.restart) {
    for (const check of [declared.boot, declared.memory]) skip(check, 'no way to take the power away: --restart')
    return
  }
  const before = unit.births().at(-1)
  const since = performance.now()
  say('Power is taken away and given back.')
  await hands.restart()
  const birth = await unit.waitFor(120_000, () =>
    unit.births(since).find(({ online, boot }) => online && boot !== before?.boot),
  )
  const isNext = birth?.life === before?.life && birth?.boot === (before?.boot ?? 0) + 1
  judge(declared.boot, isNext, `${shown(before)}, then ${shown(birth)}`)
  if (!command) return
  const earlier = unit.lastAnswer(command.id)
  await pause(1_000)
  const repeatedAt = performance.now()
  await unit.sendMessage({ ...command, attempt: 3, exp: new Date(Date.now() + 60_000).toISOString() })
  const again = await unit.waitForEnd(command.id, 15_000, repeatedAt)
  judge(declared.memory, again !== null && again.state === earlier?.state, `${shown(earlier)}, then ${shown(again)}`)
}

export const checkFactoryState = async ({ unit, judge }: Bench): Promise<void> => {
  const before = unit.births().at(-1)?.life
  const since = performance.now()
  const { id } = await unit.send({ name: 'deEnrol' })
  const answer = await unit.waitForEnd(id, 30_000)
  const birth = await unit.waitFor(30_000, () =>
    unit.births(since).find(({ online, life }) => online && life !== before),
  )
  const next = await unit.send({ name: 'statusQuery' })
  const refusal = await unit.waitForEnd(next.id, 15_000)
  const isFactory = answer?.state === 'done' && birth !== null && refusal?.code === 'NOT_ENROLLED'
  judge(declared.newLife, isFactory, `${shown(answer)}; ${birth ? 'another life' : 'the same life'}; ${shown(refusal)}`)
}
