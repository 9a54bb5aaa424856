import { randomUUID } from 'node:crypto'
import { isConfigurationCommand, sharedCommands } from '@vigilux/device-plane/commands.ts'
import type { CommandMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Boot, UnitClock } from './clock.ts'
import type { FaultScript } from './fault-script.ts'
import type { Answer } from './unit-context.ts'
import type { UnitLine } from './unit-line.ts'
import type { Order, OrderReaders, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** Order, or its refusal code. Configuration commands have one form for all types, and are read only here. */
export const readOrder = ({ facts, readers }: UnitWire, name: string, body: unknown): Order | string => {
  if (!facts.commands.includes(name)) return 'UNKNOWN_COMMAND'
  try {
    if (isConfigurationCommand(name)) return { name, ...sharedCommands[name].body.parse(body) } as Order
    return Object.hasOwn(readers, name) ? (readers[name as keyof OrderReaders]?.(body) ?? 'INTERNAL') : 'INTERNAL'
  } catch {
    return 'INVALID_BODY'
  }
}

const maxCommands = 200
/** A refusal with this code had no effect, so the command may be retried under its id. */
const notEnabled = 'ERROR_COMMAND_NOT_ENABLED'

/** Remembers commands by id: a repeated command is answered, but not executed again. */
class CommandMemory {
  #answers = new Map<string, ResponseMessage>()

  constructor(saved: readonly ResponseMessage[] = []) {
    for (const answer of saved) this.#answers.set(answer.id, answer)
  }

  get all(): readonly ResponseMessage[] {
    return [...this.#answers.values()]
  }

  answerTo(id: string): ResponseMessage | undefined {
    return this.#answers.get(id)
  }

  clear(): void {
    this.#answers.clear()
  }

  remember(answer: ResponseMessage): void {
    this.#answers.delete(answer.id)
    if (answer.code === notEnabled) return
    this.#answers.set(answer.id, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxCommands && oldest !== undefined) this.#answers.delete(oldest)
  }
}

/** Delay of a late answer after the command's end. */
const lateAnswerMs = 3_000

const nestedArray = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
/** Answer with a body unknown to the protocol. */
const addUnknownBody = (answer: string, body: string): string => `${answer.slice(0, -1)},"body":${body}}`

export type CommandReceiverOptions = {
  wire: UnitWire
  wheel: Wheel
  clock: UnitClock
  boot: Boot
  line: UnitLine
  saved: readonly ResponseMessage[] | undefined
  /** Executes an order. After an answer of `later`, `finish` is called. */
  obey(order: Order, finish: (answer: Answer) => void): Answer
}

/** Receives commands: each id once, none after its expiry, subject to the fault script. */
export class CommandReceiver {
  readonly #options: CommandReceiverOptions
  readonly #memory: CommandMemory
  #script: FaultScript | null = null
  #refusalsLeft = 0
  #configurationsLeft = 0

  constructor(options: CommandReceiverOptions) {
    this.#options = options
    this.#memory = new CommandMemory(options.saved)
  }

  get script(): FaultScript | null {
    return this.#script
  }
  set script(script: FaultScript | null) {
    this.#script = script
    this.#refusalsLeft = script?.name === 'not-enabled-first' ? script.n : 0
    this.#configurationsLeft = script?.name === 'dies-in-batch' ? script.after : 0
    if (script?.name !== 'dies-in-batch') this.#options.line.comeBack()
  }
  get answers(): readonly ResponseMessage[] {
    return this.#memory.all
  }

  receive(command: CommandMessage): void {
    // A unit with a wrong clock finds every command expired, except `setClock`.
    if (command.name !== 'setClock' && Date.parse(command.exp) < this.#options.clock.now()) return
    switch (this.#script?.name) {
      case 'never-answers':
        return
      case 'drops-line':
        this.#options.line.drop()
        return
      case 'sends-rubbish':
        this.#sendRubbish(command)
        return
      case 'dies-in-batch':
        if (isConfigurationCommand(command.name) && this.#configurationsLeft-- <= 0) this.#options.line.goAway()
        else this.#answer(command)
        return
      default:
        this.#answer(command)
    }
  }

  #answer(command: CommandMessage): void {
    const { id } = command
    const { life } = this.#options.boot
    const earlierAnswer = this.#memory.answerTo(id)
    if (earlierAnswer) {
      this.#send(earlierAnswer, command)
    } else if (this.#refusalsLeft > 0) {
      this.#refusalsLeft--
      this.#respond({ life, id, state: 'refused', code: notEnabled }, command)
    } else if (this.#script?.name === 'rejects') {
      this.#respond({ life, id, state: 'refused', code: this.#script.code }, command)
    } else {
      this.#execute(command)
    }
  }

  #execute(command: CommandMessage): void {
    const { id, name, body } = command
    // `deEnrol` starts another life, but is answered in the ended one.
    const { life } = this.#options.boot
    const order = readOrder(this.#options.wire, name, body)
    if (typeof order === 'string') {
      this.#respond({ life, id, state: 'refused', code: order }, command)
      return
    }
    const finish = (answer: Answer): void => {
      if (answer.state !== 'later') this.#respond({ life, id, ...answer }, command)
    }
    const answer = this.#options.obey(order, finish)
    const first = answer.state === 'later' ? ({ state: 'accepted' } as const) : answer
    this.#respond({ life, id, ...first }, command)
  }

  /** Clears the memory. */
  forget(): void {
    this.#memory.clear()
  }

  #respond(answer: ResponseMessage, command: CommandMessage): void {
    this.#memory.remember(answer)
    this.#send(answer, command)
  }

  #send(answer: ResponseMessage, { exp }: CommandMessage): void {
    const { line, wheel, clock } = this.#options
    const payload = JSON.stringify(answer)
    const publish = () => line.publish('response', payload)
    switch (this.#script?.name) {
      case 'answers-late':
        wheel.after(this.#script.ms, publish)
        return
      case 'answers-after-end':
        wheel.after(Date.parse(exp) - clock.now() + lateAnswerMs, publish)
        return
      case 'wrong-id':
        line.publish('response', JSON.stringify({ ...answer, id: randomUUID() }))
        return
      case 'answers-deep':
        line.publish('response', addUnknownBody(payload, nestedArray(this.#script.levels)))
        return
      case 'answers-twice':
        publish()
        publish()
        return
      default:
        publish()
    }
  }

  #sendRubbish({ id }: CommandMessage): void {
    const { line } = this.#options
    line.publish('response', `{"id":"${id}","state":"maybe"`)
    line.publish('state', '{"boot":-1,"body":[[[]]]}')
    line.publish('record', '\u0000\u0001rubbish')
  }
}
