import type { CommandMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'

const maxAnswers = 200
/** A refusal with this code had no effect, so the command may be tried again under its id. */
export const notEnabled = 'ERROR_COMMAND_NOT_ENABLED'

export type CommandEnd = { state: 'done' } | { state: 'refused'; code: string }
export const done: CommandEnd = { state: 'done' }
export const refused = (code: string): CommandEnd => ({ state: 'refused', code })

export type CommandDeskOptions = {
  life(): string
  now(): number
  answers: readonly ResponseMessage[]
  saveAnswers(answers: readonly ResponseMessage[]): void
  send(answer: string): void
  /** Obeys a command. `accept` answers "accepted" before a later end. */
  obey(command: CommandMessage, accept: () => void): CommandEnd | Promise<CommandEnd>
}

/** Obeys each command once, none after its expiry, and remembers the answers. */
export class CommandDesk {
  readonly #options: CommandDeskOptions
  #answers: Map<string, ResponseMessage>
  readonly #underWay = new Set<string>()

  constructor(options: CommandDeskOptions) {
    this.#options = options
    this.#answers = new Map(options.answers.map((answer) => [answer.id, answer]))
  }

  async receive(command: CommandMessage): Promise<void> {
    const { id, name, exp } = command
    // With a wrong clock every command looks expired, except `setClock`.
    if (name !== 'setClock' && Date.parse(exp) < this.#options.now()) return
    const earlier = this.#answers.get(id)
    if (earlier) {
      this.#options.send(JSON.stringify(earlier))
      return
    }
    if (this.#underWay.has(id)) return
    this.#underWay.add(id)
    // `deEnrol` begins another life, and is answered in the ended one.
    const life = this.#options.life()
    const end = await this.#obey(command, life)
    this.#underWay.delete(id)
    this.#respond({ life, id, ...end })
  }

  forget(): void {
    this.#answers.clear()
  }

  async #obey(command: CommandMessage, life: string): Promise<CommandEnd> {
    const accept = () => this.#options.send(JSON.stringify({ life, id: command.id, state: 'accepted' }))
    try {
      return await this.#options.obey(command, accept)
    } catch {
      return refused('INTERNAL')
    }
  }

  #respond(answer: ResponseMessage): void {
    if (answer.code !== notEnabled) {
      this.#answers.set(answer.id, answer)
      const [oldest] = this.#answers.keys()
      if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
      this.#options.saveAnswers([...this.#answers.values()])
    }
    this.#options.send(JSON.stringify(answer))
  }
}
