import type { CommandMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { CommandMemory, notEnabled } from './command-memory.ts'
import type { FaultScript } from './fault-script.ts'
import type { Answer } from './unit-context.ts'
import type { UnitLine } from './unit-line.ts'
import type { Order, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

export type CommandDeskOptions = {
  wire: UnitWire
  wheel: Wheel
  line: UnitLine
  kept: readonly ResponseMessage[] | undefined
  /** Does what is ordered. An answer of `later` is followed by `finish`. */
  obey(order: Order, finish: (answer: Answer) => void): Answer
}

/** Takes commands: each id once, none after its time, and as the fault script says. */
export class CommandDesk {
  readonly #options: CommandDeskOptions
  readonly #memory: CommandMemory
  #script: FaultScript | null = null
  #refusalsLeft = 0

  constructor(options: CommandDeskOptions) {
    this.#options = options
    this.#memory = new CommandMemory(options.kept)
  }

  get script(): FaultScript | null {
    return this.#script
  }
  set script(script: FaultScript | null) {
    this.#script = script
    this.#refusalsLeft = script?.name === 'not-enabled-first' ? script.n : 0
  }
  get answers(): readonly ResponseMessage[] {
    return this.#memory.all
  }

  hear(command: CommandMessage): void {
    if (Date.parse(command.exp) < Date.now()) return
    switch (this.#script?.name) {
      case 'never-answers':
        return
      case 'drops-line':
        this.#options.line.drop()
        return
      case 'sends-rubbish':
        this.#sendRubbish(command)
        return
      default:
        this.#answer(command)
    }
  }

  #answer(command: CommandMessage): void {
    const { id } = command
    const earlier = this.#memory.answerTo(id)
    if (earlier) {
      this.#say(earlier)
    } else if (this.#refusalsLeft > 0) {
      this.#refusalsLeft--
      this.#say({ id, state: 'refused', code: notEnabled })
    } else if (this.#script?.name === 'rejects') {
      this.#say({ id, state: 'refused', code: this.#script.code })
    } else {
      this.#execute(command)
    }
  }

  #execute({ id, name, body }: CommandMessage): void {
    const order = this.#read(name, body)
    if (typeof order === 'string') {
      this.#say({ id, state: 'refused', code: order })
      return
    }
    const finish = (answer: Answer): void => {
      if (answer.state !== 'later') this.#say({ id, ...answer })
    }
    const answer = this.#options.obey(order, finish)
    this.#say(answer.state === 'later' ? { id, state: 'accepted' } : { id, ...answer })
  }

  /** The order, or the code of the refusal. */
  #read(name: string, body: unknown): Order | string {
    try {
      return this.#options.wire.readOrder(name, body) ?? 'UNKNOWN_COMMAND'
    } catch {
      return 'INVALID_BODY'
    }
  }

  #say(answer: ResponseMessage): void {
    this.#memory.remember(answer)
    const { line, wheel } = this.#options
    const payload = JSON.stringify(answer)
    if (this.#script?.name === 'answers-late') wheel.after(this.#script.ms, () => line.publish('response', payload))
    else line.publish('response', payload)
  }

  #sendRubbish({ id }: CommandMessage): void {
    const { line } = this.#options
    line.publish('response', `{"id":"${id}","state":"maybe"`)
    line.publish('state', '{"boot":-1,"body":[[[]]]}')
    line.publish('record', '\u0000\u0001rubbish')
  }
}
