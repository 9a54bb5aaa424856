import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { downTopic } from '@vigilux/device-plane/topics.ts'
import { type Bench, type Declared, shown } from './check.ts'
import type { SentCommand } from './observed-unit.ts'

const clause = 'docs/protocol/messages.md, command'
const declared = {
  answered: {
    id: 'answered',
    step: 8,
    title: 'each command is answered under its own id',
    clause,
    expected: 'done or refused within 10 s, under the id of the command; no answer under another id',
  },
  ownLife: {
    id: 'answer-in-own-life',
    step: 8,
    title: 'answers carry the life of the unit',
    clause: 'docs/protocol/messages.md',
    expected: 'the life of the birth',
  },
  unknown: {
    id: 'unknown-command',
    step: 7,
    title: 'an unknown command is refused',
    clause: 'docs/protocol/messages.md, response',
    expected: 'refused, UNKNOWN_COMMAND',
  },
  expired: {
    id: 'expired',
    step: 7,
    title: 'nothing is done after `exp`',
    clause,
    expected: 'no answer and no effect',
  },
  repeated: {
    id: 'repeated',
    step: 7,
    title: 'a repeated id gets its answer again',
    clause,
    expected: 'the same answer again, without doing anything',
  },
  rubbish: {
    id: 'rubbish',
    step: 7,
    title: 'unreadable messages change nothing',
    clause: 'docs/protocol/messages.md, Bounds',
    expected: 'the next command is answered as ever',
  },
  flood: {
    id: 'flood',
    step: 8,
    title: 'many commands at once are all answered',
    clause: 'docs/protocol/topics.md, Connection',
    expected: '100 answers within 60 s',
  },
} as const satisfies Record<string, Declared>

/** Commands without a lasting effect, as far as the type has them. */
const harmless = (commands: readonly string[], lamp: number | undefined): UnitCommand[] => {
  const all: UnitCommand[] = [
    { name: 'statusQuery' },
    ...(lamp === undefined
      ? []
      : [
          { name: 'identify' as const, lamp, seconds: 2 },
          { name: 'stop_blink' as const, lamp },
        ]),
  ]
  return all.filter(({ name }) => commands.includes(name))
}

const sleepMs = 5_000

export const checkCommands = async (bench: Bench, lamp: number | undefined): Promise<void> => {
  const { unit, judge } = bench
  const life = unit.births().at(-1)?.life
  const since = performance.now()
  const sent: SentCommand[] = []
  for (const command of harmless(unit.type.facts.commands, lamp)) {
    const message = await unit.send(command)
    sent.push(message)
    await unit.waitForEnd(message.id, 10_000)
  }
  const unanswered = sent.filter(({ id }) => !unit.lastAnswer(id)).map(({ name }) => name)
  const strange = unit.responses(since).filter(({ id }) => !unit.wasSent(id))
  judge(
    declared.answered,
    unanswered.length === 0 && strange.length === 0,
    `unanswered: ${unanswered.join(', ') || 'none'}; under another id: ${strange.length}`,
  )
  const lives = new Set(unit.responses(since).map((answer) => answer.life))
  judge(
    declared.ownLife,
    [...lives].every((one) => one === life),
    `${[...lives].join(', ')}; birth ${life}`,
  )

  const unknown = { id: randomUUID(), name: 'makeCoffee', attempt: 1, body: {} }
  await unit.sendMessage({ ...unknown, exp: new Date(Date.now() + 60_000).toISOString() })
  const refusal = await unit.waitForEnd(unknown.id, 10_000)
  judge(declared.unknown, refusal?.state === 'refused', shown(refusal))

  const expired = await unit.send({ name: 'statusQuery' }, { exp: new Date(Date.now() - 60_000).toISOString() })
  await pause(sleepMs)
  judge(declared.expired, unit.lastAnswer(expired.id) === undefined, shown(unit.lastAnswer(expired.id)))

  const [first] = sent
  if (first) {
    const before = unit.lastAnswer(first.id)
    const repeatedAt = performance.now()
    await unit.sendMessage({ ...first, attempt: 2, exp: new Date(Date.now() + 60_000).toISOString() })
    const again = await unit.waitForEnd(first.id, 10_000, repeatedAt)
    const isSame = before !== undefined && again?.state === before.state && again.code === before.code
    judge(declared.repeated, isSame, `${shown(before)}, then ${shown(again)}`)
  }
}

export const checkRobustness = async ({ unit, judge }: Bench): Promise<void> => {
  const topic = downTopic(unit.unit, 'command')
  for (const payload of ['{"id":', 'null', '[]', '{}', '['.repeat(1_000) + ']'.repeat(1_000), '\u0000'])
    await unit.broker.send(topic, payload)
  const next = await unit.send({ name: 'statusQuery' })
  const answer = await unit.waitForEnd(next.id, 15_000)
  judge(declared.rubbish, answer !== null, shown(answer))

  const flood = await Promise.all(Array.from({ length: 100 }, () => unit.send({ name: 'statusQuery' })))
  const isAnswered = ({ id }: SentCommand): boolean => unit.lastAnswer(id) !== undefined
  const all = await unit.waitFor(60_000, () => flood.every(isAnswered))
  judge(declared.flood, all === true, `${flood.filter(isAnswered).length} of 100`)
}
