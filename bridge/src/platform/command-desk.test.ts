import type { CommandMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { expect, it } from 'vitest'
import { CommandDesk, type CommandEnd, done, notEnabled, refused } from './command-desk.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const command = (id: string, more: Partial<CommandMessage> = {}): CommandMessage => ({
  id,
  name: 'refresh',
  attempt: 1,
  exp: '2026-11-30T12:00:05Z',
  ...more,
})

const open = (answers: readonly ResponseMessage[] = [], end: () => CommandEnd | Promise<CommandEnd> = () => done) => {
  const sent: ResponseMessage[] = []
  const obeyed: string[] = []
  let saved = answers
  const desk = new CommandDesk({
    life: () => '0123456789abcdef',
    now: () => now,
    answers,
    saveAnswers: (next) => {
      saved = next
    },
    send: (answer) => sent.push(JSON.parse(answer)),
    obey: ({ id }) => {
      obeyed.push(id)
      return end()
    },
  })
  return { desk, sent, obeyed, saved: () => saved }
}

it('does a command once, also after a restart, and answers each time', async () => {
  const first = open()
  await first.desk.receive(command('a'))
  await first.desk.receive(command('a', { attempt: 2 }))
  const second = open(first.saved())
  await second.desk.receive(command('a', { attempt: 3 }))
  expect([first.obeyed, second.obeyed]).toEqual([['a'], []])
  expect([...first.sent, ...second.sent].map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

it('does nothing late, except setting the clock', async () => {
  const { desk, obeyed, sent } = open()
  await desk.receive(command('a', { exp: '2026-11-30T11:59:59Z' }))
  await desk.receive(command('b', { name: 'setClock', exp: '2026-11-30T11:59:59Z' }))
  expect([obeyed, sent.length]).toEqual([['b'], 1])
})

it('does a command again that had no effect, and no other refused one', async () => {
  const { desk, obeyed } = open([], () => refused(notEnabled))
  await desk.receive(command('a'))
  await desk.receive(command('a', { attempt: 2 }))
  const other = open([], () => refused('NO_LAMPS'))
  await other.desk.receive(command('a'))
  await other.desk.receive(command('a'))
  expect([obeyed.length, other.obeyed.length]).toEqual([2, 1])
})

it('does a command once that comes again while it is under way, and answers a defect', async () => {
  let finish = (_: CommandEnd): void => undefined
  const { desk, obeyed, sent } = open([], () => new Promise<CommandEnd>((resolve) => (finish = resolve)))
  const receiving = desk.receive(command('a'))
  await desk.receive(command('a', { attempt: 2 }))
  finish(done)
  await receiving
  expect([obeyed, sent.map(({ state }) => state)]).toEqual([['a'], ['done']])
  const broken = open([], () => {
    throw new Error('defect')
  })
  await broken.desk.receive(command('a'))
  expect(broken.sent).toMatchObject([{ state: 'refused', code: 'INTERNAL' }])
})

it('remembers the last 200 answers', async () => {
  const { desk, saved } = open()
  for (let n = 0; n < 205; n++) await desk.receive(command(`id ${n}`))
  expect([saved().length, saved()[0]?.id]).toEqual([200, 'id 5'])
})
